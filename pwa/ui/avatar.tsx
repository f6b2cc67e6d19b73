import { useEffect, useState } from 'react';
import { initialsOf } from '#pwa/format/names.ts';
import { identiconOf } from './identicon.ts';

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
