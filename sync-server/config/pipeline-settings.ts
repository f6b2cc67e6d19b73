const PREFIX = 'whsec_';
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Decode the key of a secret `whsec_<base64>`; null unless it has 24 to 64 bytes. */
export function webhookKey(secret: string): Buffer | null {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return null;
  const key = Buffer.from(encoded, 'base64');
  return key.length >= 24 && key.length <= 64 ? key : null;
}

/** Parse the address of a pipeline, encrypted or on this machine; throws a plain Error that does not repeat it. */
export function parsePipelineUrl(text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!url || !isSafe || url.username !== '' || url.password !== '')
    throw new Error('is not https://…, or http:// to this machine, without a password');
  return text;
}

/** Parse the secret of a pipeline; throws a plain Error that does not repeat it. */
export function parseWebhookSecret(text: string): string {
  if (webhookKey(text) === null) throw new Error('is not whsec_ and base64 of 24 to 64 bytes');
  return text;
}
