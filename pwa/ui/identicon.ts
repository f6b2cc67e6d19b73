/** Identicons are drawn on the device, so that neither the address nor its hash goes to another service. */
async function draw(email: string): Promise<string | null> {
  // Only pages with a secure address can hash; others keep the initials.
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new TextEncoder().encode(email);
  const [{ toSvg }, digest] = await Promise.all([
    import('jdenticon'),
    crypto.subtle.digest('SHA-256', bytes),
  ]);
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // One size is enough, because the picture is a vector.
  const svg = toSvg(hash, 64, {
    padding: 0.12,
    lightness: { color: [0.42, 0.6], grayscale: [0.4, 0.62] },
    saturation: { color: 0.55, grayscale: 0.15 },
  });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const identiconByEmail = new Map<string, Promise<string | null>>();

/**
 * Draw the identicon of an email address (lowercased, trimmed) as an image URL; null when it cannot be drawn
 * here.
 */
export function identiconOf(address: string): Promise<string | null> {
  const email = address.trim().toLowerCase();
  const known = identiconByEmail.get(email);
  if (known) return known;
  const drawing = draw(email).catch(() => {
    // The code could not be loaded: the initials remain, and the next page tries again.
    identiconByEmail.delete(email);
    return null;
  });
  identiconByEmail.set(email, drawing);
  return drawing;
}
