/** What the deployment holds for platform configuration. */
export interface PlatformConfigurationStore {}

export const emptyPlatformConfiguration = (): PlatformConfigurationStore => ({})
