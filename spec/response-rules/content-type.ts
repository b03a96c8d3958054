/** CNV-01: bodies are JSON, with the JSON content type (contract: Conventions, sentence 2). */
import { judgedBy, type Judged, type RespondedWith } from './rule.ts'

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

export function judgeContentType({
  contentType,
  body,
}: RespondedWith & { readonly body: NonNullable<RespondedWith['body']> }): Judged {
  return judgedBy('CNV-01', [
    ...(JSON_TYPE.test(contentType ?? '')
      ? []
      : [
          {
            at: 'header content-type',
            message: `expected application/json, found ${contentType ?? 'no content type'}`,
          },
        ]),
    ...('problem' in body ? [{ at: 'body', message: `the body is not JSON: ${body.problem}` }] : []),
  ])
}
