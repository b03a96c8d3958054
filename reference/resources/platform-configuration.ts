export type PlatformSettings = Readonly<Record<string, unknown>>

/** What the deployment holds for platform configuration. */
export interface PlatformConfigurationStore {
  /** The settings of the one platform that there is. */
  readonly configuration: { settings: PlatformSettings }
}

export const emptyPlatformConfiguration = (): PlatformConfigurationStore => ({
  configuration: {
    settings: { umaDomain: 'reference.example', statementDescriptor: 'REFERENCE', webhookEndpoint: '' },
  },
})
