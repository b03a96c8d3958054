import htm from 'htm'
import { h, type VNode } from 'preact'

type Html = (strings: TemplateStringsArray, ...values: readonly unknown[]) => VNode

/** Markup as a tagged template: every value in it is escaped when it is rendered. */
export const html: Html = (htm as unknown as { bind(create: typeof h): Html }).bind(h)
