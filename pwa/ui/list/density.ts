import { useSyncExternalStore } from 'react';

const DENSITIES = ['compact', 'default', 'touch'] as const;
export type Density = (typeof DENSITIES)[number];

/** Labels in the order of the choice. */
export const DENSITY_OPTIONS: readonly { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'default', label: 'Default' },
  { value: 'touch', label: 'Touch' },
];

/** Heights of rows: 32, 40 and 48 px; touch screens keep 44 px by default. */
export const ROW_HEIGHT: Record<Density, string> = {
  compact: '[--row:2rem]',
  default: 'pointer-fine:[--row:2.5rem]',
  touch: '[--row:3rem]',
};

const KEY = 'list-density';
const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', changed);
  };
}

const readDensity = (): Density => DENSITIES.find((one) => one === localStorage.getItem(KEY)) ?? 'default';

/** Use the height of rows in all lists, which this device remembers. */
export function useDensity(): [Density, (density: Density) => void] {
  const density = useSyncExternalStore(subscribe, readDensity);
  const change = (next: Density): void => {
    localStorage.setItem(KEY, next);
    for (const changed of listeners) changed();
  };
  return [density, change];
}
