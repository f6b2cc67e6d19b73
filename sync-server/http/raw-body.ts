/** Paths whose body an outside service signs byte by byte; it must not be parsed as JSON before the check. */
export const PAYMENT_WEBHOOK = '/api/payments/webhook';
export const SHIPPING_WEBHOOK = '/api/shipping/webhook';
export const WEBHOOKS: readonly string[] = [PAYMENT_WEBHOOK, SHIPPING_WEBHOOK];

/** Report whether the body of this request is parsed as JSON, as nearly all are. */
export function isParsedJson(request: { url?: string | undefined; headers: object }): boolean {
  const type = 'content-type' in request.headers ? String(request.headers['content-type']) : '';
  const [path = ''] = (request.url ?? '').split('?');
  return !WEBHOOKS.includes(path) && /^application\/json\s*(;|$)/i.test(type.trim());
}
