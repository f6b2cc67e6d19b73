import { SELECT_A_STATE, US_STATES, type UsState } from '#db/values/us-state.ts';
import type { Control } from './control.ts';
import { Select } from './select.tsx';

const OPTIONS = US_STATES.map((state) => ({ value: state, label: state }));

/** A select for the state of an address. */
export function StateSelect(props: Control<UsState | ''>) {
  return <Select {...props} options={OPTIONS} placeholder={SELECT_A_STATE} />;
}
