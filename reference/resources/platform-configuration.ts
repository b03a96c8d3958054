export type PlatformSettings = Readonly<Record<string, unknown>>

/** Stored resources of platform configuration. */
export interface PlatformConfigurationStore {
  /** The settings of the only platform. */
  readonly configuration: { settings: PlatformSettings }
}

export const emptyPlatformConfiguration = (): PlatformConfigurationStore => ({
  configuration: {
    settings: { umaDomain: 'reference.example', statementDescriptor: 'REFERENCE', webhookEndpoint: '' },
  },
})
