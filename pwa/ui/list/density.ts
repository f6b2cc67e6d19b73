import { createDeviceChoice } from '#pwa/ui/device-choice.ts';

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

/** Use the height of rows in all lists, which this device remembers. */
export const useDensity = createDeviceChoice('list-density', DENSITIES, 'default');
