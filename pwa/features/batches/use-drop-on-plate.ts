import { type PointerEvent, useRef } from 'react';

const DRAG_FROM_PX = 6;

/**
 * Handle dragging a list row onto a well of the plate with a mouse or pen; touch users press Place instead.
 */
export function useDropOnPlate(onDrop: (well: string) => void) {
  const start = useRef<{ x: number; y: number; dragging: boolean } | null>(null);
  const wellAt = (event: PointerEvent): string | undefined =>
    document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>('[role=grid] [data-position]')?.dataset['position'];
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const onButton = event.target instanceof Element && event.target.closest('button, a') !== null;
      if (event.pointerType === 'touch' || event.button !== 0 || onButton) return;
      start.current = { x: event.clientX, y: event.clientY, dragging: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const from = start.current;
      if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_FROM_PX) return;
      from.dragging = true;
      event.currentTarget.style.opacity = '0.5';
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      const dragged = start.current?.dragging === true;
      start.current = null;
      event.currentTarget.style.opacity = '';
      const well = dragged ? wellAt(event) : undefined;
      if (well !== undefined) onDrop(well);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>): void => {
      start.current = null;
      event.currentTarget.style.opacity = '';
    },
  };
}
