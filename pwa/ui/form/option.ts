import type { LucideIcon } from 'lucide-react';

/** One option of a select. */
export interface Option<Value extends string = string> {
  value: Value;
  label: string;
  /** A second line, where the layout has space for one. */
  note?: string;
  icon?: LucideIcon;
  disabled?: boolean;
}
