import { deflateRawSync } from 'node:zlib'
import { textOf } from './packed-text.ts'

/** A script element with a value as deflated data. No character of it can end the element or act as markup. */
export const packedScript = (id: string, value: unknown): string =>
  `<script type="application/octet-stream" id="${id}">${packed(value)}</script>`

const packed = (value: unknown): string =>
  textOf(deflateRawSync(JSON.stringify(value), { level: 9, memLevel: 9 }))
