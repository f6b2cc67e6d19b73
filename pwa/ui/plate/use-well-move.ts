import { type PointerEvent, useRef, useState } from 'react';

const DRAG_FROM_PX = 6;

/**
 * Move a well's content: drag it with a mouse or pen, or with a finger after selecting it, because otherwise
 * a finger scrolls; or pick it up and put it down by key, tap or button.
 */
export function useWellMove(
  canMove: (well: string) => boolean,
  isSelected: (well: string) => boolean,
  onMove: ((from: string, to: string) => void) | undefined,
) {
  const [picked, setPicked] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const start = useRef<{ well: string; x: number; y: number; dragging: boolean } | null>(null);
  const suppressClick = useRef(false);

  const drop = (to: string): void => {
    if (picked !== null && picked !== to) onMove?.(picked, to);
    setPicked(null);
    setOver(null);
  };
  const end = (): void => {
    start.current = null;
    setOver(null);
    setPicked(null);
  };
  const wellAt = (event: PointerEvent): string | null =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-position]')?.dataset
      .position ?? null;

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    suppressClick.current = false;
    const well = wellAt(event);
    if (!onMove || event.button !== 0 || well === null || !canMove(well)) return;
    if (event.pointerType === 'touch' && !isSelected(well)) return;
    start.current = { well, x: event.clientX, y: event.clientY, dragging: false };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const from = start.current;
    if (!from) return;
    if (!from.dragging && Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_FROM_PX) return;
    if (!from.dragging) event.currentTarget.setPointerCapture?.(event.pointerId);
    from.dragging = true;
    setPicked(from.well);
    setOver(wellAt(event));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    const from = start.current;
    if (!from?.dragging) {
      start.current = null;
      return;
    }
    suppressClick.current = true;
    const to = wellAt(event);
    if (to !== null && to !== from.well) onMove?.(from.well, to);
    end();
  };
  const takeSuppressedClick = (): boolean => {
    const suppressed = suppressClick.current;
    suppressClick.current = false;
    return suppressed;
  };
  const pickUp = (well: string): void => {
    if (onMove && canMove(well)) setPicked(well);
  };
  return {
    picked,
    over,
    pickUp,
    drop,
    cancel: end,
    takeSuppressedClick,
    drag: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end },
  };
}
