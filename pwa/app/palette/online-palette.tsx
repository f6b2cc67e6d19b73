import { PaletteWindow, type TypedText } from './palette-window.tsx';
import { usePalette } from './use-palette.ts';

/** The palette of people whose devices store no records. */
export function OnlinePalette({ onClose, ...typed }: TypedText & { onClose(): void }) {
  return <PaletteWindow {...usePalette(onClose)} {...typed} placeholder="Search pages and records" />;
}
