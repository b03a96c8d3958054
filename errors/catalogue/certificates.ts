/** Keys, certificates and their bundles. No text quotes what a key file contains. */
import { defineError } from '../define-error.ts'

const NEW_PAIR = 'Create a key pair with `npx assay keygen`.'

export const certificateErrors = {
  'signing-key-missing': defineError({
    failed: ({ command }) => command,
    found: ({ variable }) => `there is no signing key: neither --key nor ${variable} is set`,
    next: 'Create a key pair with `npx assay keygen`, and set --key to the private key.',
    example: { command: 'certify', variable: 'ASSAY_SIGNING_KEY' },
  }),
  'key-file-missing': defineError({
    failed: '--key',
    found: ({ file }) => `there is no file ${file}`,
    next: 'Set the path of a PEM key; `npx assay keygen` creates a key pair.',
    example: { file: 'assay.key' },
  }),
  'key-file-unreadable': defineError({
    failed: '--key',
    found: ({ file, code }) => `${file} cannot be read (${code})`,
    next: 'Set the path of a readable PEM key; `npx assay keygen` creates a key pair.',
    example: { file: 'assay.key', code: 'EACCES' },
  }),
  'key-cannot-sign': defineError({
    failed: ({ from }) => `Reading the signing key from ${from}`,
    found: 'it is a public key, which cannot sign',
    next: 'Use the private key of the pair.',
    example: { from: 'assay.pub' },
  }),
  'key-not-private': defineError({
    failed: ({ from }) => `Reading the signing key from ${from}`,
    found: 'it is not a private key in PEM without a passphrase',
    next: NEW_PAIR,
    example: { from: 'ASSAY_SIGNING_KEY' },
  }),
  'key-must-stay-private': defineError({
    failed: ({ from }) => `Reading the verification key from ${from}`,
    found: 'it is a private key, which a verifier must not have',
    next: 'Use the public key of the pair, and create a new pair if the private key was disclosed.',
    example: { from: 'assay.key' },
  }),
  'key-not-public': defineError({
    failed: ({ from }) => `Reading the verification key from ${from}`,
    found: 'it is not a public key in PEM',
    next: 'Use the public key of a signer of the certificate.',
    example: { from: 'assay.pub' },
  }),
  'key-type-unsupported': defineError({
    failed: ({ from }) => `Reading the key from ${from}`,
    found: ({ type }) => `its type is ${type}, not Ed25519`,
    next: NEW_PAIR,
    example: { from: 'assay.key', type: 'rsa' },
  }),
  'key-exists': defineError({
    failed: 'keygen',
    found: ({ file }) => `${file} already exists, and certificates may depend on it`,
    next: 'Set another folder with --out.',
    example: { file: 'keys/assay.key' },
  }),
  'keys-not-writable': defineError({
    failed: 'keygen',
    found: ({ folder, code }) => `the keys cannot be written to ${folder} (${code})`,
    next: 'Set a writable folder with --out.',
    example: { folder: '/keys', code: 'EACCES' },
  }),
  'nonce-invalid': defineError({
    failed: '--challenge',
    found: 'the nonce does not have 16 to 64 letters, digits, - and _',
    next: 'Draw a nonce, for example with: openssl rand -hex 16',
    example: {},
  }),
  'bundle-folder-not-empty': defineError({
    failed: 'certify --out',
    found: ({ folder }) => `${folder} is not empty, and a bundle must contain only its own run`,
    next: 'Set a new folder, or remove this one.',
    example: { folder: 'signed/staging' },
  }),
  'bundle-missing': defineError({
    failed: ({ command }) => command,
    found: ({ folder, file }) => `${folder} is not a bundle: there is no ${file} in it`,
    next: 'Name the folder that `npx assay certify --out` wrote.',
    example: { command: 'verify', folder: 'reports/latest', file: 'attestation.json' },
  }),
} as const
