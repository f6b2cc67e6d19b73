import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { YesNo } from '#pwa/ui/form/segmented.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { ColumnKind } from './grid-cells.ts';
import { useTypedText } from './use-typed-text.ts';

interface ValueInputProps {
  id?: string | undefined;
  describedBy?: string | undefined;
  invalid: boolean;
  label: string;
  kind: ColumnKind;
  unit: string;
  value: string;
  readOnly: boolean;
  /** Called when the input gets the focus, or is pressed while focused. */
  onFocus?(): void;
  /** Called when the input loses focus with a text other than the displayed one, which is `seen`. */
  onCommit(text: string, baseline: string): void;
}

/** One value outside a grid; it is saved when the input loses focus. */
export function ValueInput(props: ValueInputProps) {
  const { kind, value, unit, readOnly, label, onCommit } = props;
  const typed = useTypedText(value, onCommit, { takesScans: kind === 'code' });
  const control = {
    id: props.id,
    describedBy: props.describedBy,
    invalid: props.invalid,
    disabled: readOnly && kind !== 'calculated',
    value: typed.text,
    onChange: typed.type,
    onBlur: typed.leave,
  };
  if (kind === 'calculated')
    return (
      <output
        id={props.id}
        aria-describedby={props.describedBy}
        className="block min-h-control py-2 text-lg tabular-nums"
      >
        {value === '' ? '–' : value} {value !== '' && unit}
      </output>
    );
  if (kind === 'boolean')
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the focus is
      <div onFocus={props.onFocus}>
        <YesNo
          label={label}
          value={value === '' ? null : value === 'true'}
          disabled={readOnly}
          onChange={(answer) => onCommit(answer ? 'true' : 'false', value)}
        />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes where the focus is, so that a scan goes there
    <div onFocus={props.onFocus} onPointerDown={props.onFocus}>
      {kind === 'number' ? (
        <NumberInput {...control} decimal signed unit={unit} />
      ) : (
        <TextInput
          {...control}
          type={kind === 'date' ? 'date' : 'text'}
          code={kind === 'code'}
          {...(kind === 'code' ? { placeholder: 'Scan or type' } : {})}
        />
      )}
    </div>
  );
}
