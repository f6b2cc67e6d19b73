/** Draws the picture of an address here, so that neither the address nor its hash leaves for another service. */
async function draw(email: string): Promise<string | null> {
  // Only pages with a secure address can hash; the others keep the initials.
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new TextEncoder().encode(email);
  const [{ toSvg }, digest] = await Promise.all([
    import('jdenticon'),
    crypto.subtle.digest('SHA-256', bytes),
  ]);
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // Drawn once at one size: it is a vector.
  const svg = toSvg(hash, 64, {
    padding: 0.12,
    lightness: { color: [0.42, 0.6], grayscale: [0.4, 0.62] },
    saturation: { color: 0.55, grayscale: 0.15 },
  });
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

const identiconByEmail = new Map<string, Promise<string | null>>();

/** The identicon of an e-mail address (lowercased, trimmed) as an image address; null when it cannot be drawn here. */
export function identiconOf(address: string): Promise<string | null> {
  const email = address.trim().toLowerCase();
  const known = identiconByEmail.get(email);
  if (known) return known;
  const drawing = draw(email).catch(() => {
    // Its code was not reachable: the initials stay, and the next page tries again.
    identiconByEmail.delete(email);
    return null;
  });
  identiconByEmail.set(email, drawing);
  return drawing;
}
