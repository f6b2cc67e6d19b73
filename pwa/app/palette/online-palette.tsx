import { PaletteWindow } from './palette-window.tsx';
import { usePalette } from './use-palette.ts';

/** The palette of people whose devices store no records. */
export function OnlinePalette({ onClose }: { onClose(): void }) {
  return <PaletteWindow {...usePalette(onClose)} placeholder="Search pages and records" />;
}
