import { LoaderCircle } from 'lucide-react';

/** A busy indicator; the text next to it names the task. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle aria-hidden className="animate-spin" size={size} />;
}
