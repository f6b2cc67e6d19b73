/** What the card processor signs is what it sent, byte by byte: this path is not parsed as JSON before it is checked. */
export const PAYMENT_WEBHOOK = '/api/payments/webhook';

/** Is the body of this request read as JSON, as nearly all are? */
export function isParsedJson(request: { url?: string | undefined; headers: object }): boolean {
  const type = 'content-type' in request.headers ? String(request.headers['content-type']) : '';
  const [path = ''] = (request.url ?? '').split('?');
  return path !== PAYMENT_WEBHOOK && /^application\/json\s*(;|$)/i.test(type.trim());
}
