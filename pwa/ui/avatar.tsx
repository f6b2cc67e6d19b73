import { initialsOf } from '#pwa/format/names.ts';

interface AvatarProps {
  name: string | null;
  email?: string | null;
  imageUrl?: string | null;
  /** Pixels; 32 unless told. */
  size?: number;
}

/** A person's picture, else up to two initials. */
export function Avatar({ name, email = null, imageUrl = null, size = 32 }: AvatarProps) {
  const label = name ?? email ?? 'User';
  const box = { width: size, height: size };
  if (imageUrl) return <img src={imageUrl} alt={label} style={box} className="rounded-full object-cover" />;
  return (
    <span
      role="img"
      aria-label={label}
      style={{ ...box, fontSize: size * 0.4 }}
      className="inline-grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink"
    >
      {initialsOf(name, email)}
    </span>
  );
}
