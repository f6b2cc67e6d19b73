/** What is signed outside is what was sent, byte by byte: these paths are not parsed as JSON before they are checked. */
export const PAYMENT_WEBHOOK = '/api/payments/webhook';
export const SHIPPING_WEBHOOK = '/api/shipping/webhook';
export const WEBHOOKS: readonly string[] = [PAYMENT_WEBHOOK, SHIPPING_WEBHOOK];

/** Is the body of this request read as JSON, as nearly all are? */
export function isParsedJson(request: { url?: string | undefined; headers: object }): boolean {
  const type = 'content-type' in request.headers ? String(request.headers['content-type']) : '';
  const [path = ''] = (request.url ?? '').split('?');
  return !WEBHOOKS.includes(path) && /^application\/json\s*(;|$)/i.test(type.trim());
}
