import { z } from 'zod';

/** Control wells of a batch plate, in the order in which the default fill places them. */
export const CONTROL_TYPES = ['POSITIVE_CONTROL', 'NEGATIVE_CONTROL', 'NO_TEMPLATE_CONTROL'] as const;
export const ControlType = z.enum(CONTROL_TYPES);
export type ControlType = z.infer<typeof ControlType>;

/** The label, and the name in a sequencer's sample sheet. */
export const CONTROL_TYPE_LABEL: Record<
  ControlType,
  { label: string; pluralLabel: string; short: string; sheet: string }
> = {
  POSITIVE_CONTROL: {
    label: 'Positive control',
    pluralLabel: 'positive control(s)',
    short: 'PC',
    sheet: 'positive_control',
  },
  NEGATIVE_CONTROL: {
    label: 'Negative control',
    pluralLabel: 'negative control(s)',
    short: 'NC',
    sheet: 'negative_control',
  },
  NO_TEMPLATE_CONTROL: {
    label: 'No-template control',
    pluralLabel: 'no-template control(s)',
    short: 'NTC',
    sheet: 'no_template_control',
  },
};
