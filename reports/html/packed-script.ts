import { deflateRawSync } from 'node:zlib'
import { textOf } from './packed-text.ts'

/** A script element that holds a value as data, deflated: nothing in it can end the element or be read as markup. */
export const packedScript = (id: string, value: unknown): string =>
  `<script type="application/octet-stream" id="${id}">${packed(value)}</script>`

const packed = (value: unknown): string =>
  textOf(deflateRawSync(JSON.stringify(value), { level: 9, memLevel: 9 }))
