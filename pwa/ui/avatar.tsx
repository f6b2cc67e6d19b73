import { useEffect, useState } from 'react';
import { initialsOf } from '#pwa/format/names.ts';

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

interface AvatarProps {
  name: string | null;
  email?: string | null;
  imageUrl?: string | null;
  /** Pixels; 32 by default. */
  size?: number;
}

/** The identicon of an address, drawn when the page is idle; null until then. */
function useIdenticon(email: string | null): string | null {
  const [identicon, setDrawn] = useState<{ email: string; url: string | null } | null>(null);
  useEffect(() => {
    if (!email) return;
    let isActive = true;
    const start = () =>
      void identiconOf(email).then((url) => {
        if (isActive) setDrawn({ email, url });
      });
    // Content that the user works with is loaded and rendered first.
    const idle = 'requestIdleCallback' in globalThis ? requestIdleCallback(start, { timeout: 3000 }) : null;
    const timer = idle === null ? setTimeout(start, 200) : null;
    return () => {
      isActive = false;
      if (idle !== null) cancelIdleCallback(idle);
      if (timer !== null) clearTimeout(timer);
    };
  }, [email]);
  return identicon?.email === email ? identicon.url : null;
}

/** A user's picture, else the identicon of their address; up to two initials until one of them is loaded. */
export function Avatar({ name, email = null, imageUrl = null, size = 32 }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const picture = imageUrl && imageUrl !== broken ? imageUrl : null;
  const identicon = useIdenticon(picture ? null : email);
  const label = name?.trim() || email || 'User';
  const box = { width: size, height: size };
  if (picture)
    return (
      <img
        src={picture}
        alt={label}
        style={box}
        onError={() => setBroken(picture)}
        className="shrink-0 rounded-full object-cover"
      />
    );
  return (
    <span
      role="img"
      aria-label={label}
      style={{ ...box, fontSize: size * 0.4 }}
      className="inline-grid shrink-0 select-none place-items-center overflow-hidden rounded-full border border-line bg-accent-soft font-semibold text-accent-ink"
    >
      {identicon ? (
        <img src={identicon} alt="" width={size} height={size} className="bg-surface" />
      ) : (
        initialsOf(name, email)
      )}
    </span>
  );
}
