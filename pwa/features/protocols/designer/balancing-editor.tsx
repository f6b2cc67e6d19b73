import type { DraftField } from '#db/protocols/procedures/procedure-content.ts';
import { BalancingOperands, type Operand } from '#db/protocols/values/calculate.ts';
import type { Option } from '#pwa/ui/form/select.tsx';
import { operandOf, optionOf } from './operand-option.ts';
import { ChoiceSetting, DecimalSetting } from './setting-inputs.tsx';

const MODES = [
  { value: 'DILUTE', label: 'Dilute to one concentration' },
  { value: 'EQUAL_MASS', label: 'Equal mass' },
  { value: 'EQUAL_MOLAR', label: 'Equal amount (fmol)' },
  { value: 'POOL', label: 'Pool' },
] as const;
const BASES = [
  { value: 'MOLAR', label: 'Equal amounts' },
  { value: 'MASS', label: 'Equal masses' },
] as const;
const MOLECULES = [
  { value: 'ds', label: 'Double-stranded DNA' },
  { value: 'ss', label: 'Single-stranded DNA' },
  { value: 'rna', label: 'RNA' },
] as const;

/** Create the settings of a balancing that dilutes the samples. */
export const startBalancing = (): DraftField['operands'] => BalancingOperands.parse({ mode: 'DILUTE' });

/** Return the unit of the target. */
function targetUnitOf({ mode, basis }: BalancingOperands): string {
  if (mode === 'DILUTE') return 'ng/µL';
  return mode === 'EQUAL_MOLAR' || (mode === 'POOL' && basis === 'MOLAR') ? 'fmol' : 'ng';
}

interface BalancingEditorProps {
  operands: DraftField['operands'];
  options: readonly Option[];
  onChange(operands: DraftField['operands']): void;
}

/** The settings of BALANCING: what is made equal, its limits, and where each sample's numbers come from. */
export function BalancingEditor({ operands, options, onChange }: BalancingEditorProps) {
  const settings = BalancingOperands.safeParse(operands).data ?? BalancingOperands.parse({ mode: 'DILUTE' });
  const set = (patch: Partial<BalancingOperands>): void => {
    const next = { ...settings, ...patch };
    const targetUnit = next.target === null ? null : targetUnitOf(next);
    onChange({ ...next, targetUnit });
  };
  const source = (label: string, operand: Operand | null, take: (operand: Operand) => void) => (
    <ChoiceSetting
      label={label}
      required
      placeholder="Choose…"
      options={options}
      value={optionOf(operand)}
      onChange={(option) => {
        const next = operandOf(option ?? '');
        if (next) take(next);
      }}
    />
  );
  const volume = (label: string, name: 'finalVolume' | 'maxVolume' | 'minPipette' | 'resolution') => (
    <DecimalSetting
      label={label}
      unit="µL"
      value={settings[name]}
      onChange={(value) => {
        if (value === null ? name === 'finalVolume' || name === 'maxVolume' : Number(value) > 0)
          set({ [name]: value });
      }}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceSetting
        label="Balancing"
        required
        placeholder="Choose…"
        options={MODES}
        value={settings.mode}
        onChange={(mode) => mode !== null && set({ mode })}
      />
      {settings.mode === 'POOL' && (
        <ChoiceSetting
          label="Basis of the pool"
          required
          placeholder="Choose…"
          options={BASES}
          value={settings.basis}
          onChange={(basis) => basis !== null && set({ basis })}
        />
      )}
      <DecimalSetting
        label="Target of each sample"
        hint="Empty: the most that every sample can give."
        unit={targetUnitOf(settings)}
        value={settings.target}
        onChange={(target) => (target === null || Number(target) > 0) && set({ target })}
      />
      {volume(settings.mode === 'POOL' ? 'Volume of the pool' : 'Final volume', 'finalVolume')}
      {volume('Most from one sample', 'maxVolume')}
      {volume('Least that is pipetted', 'minPipette')}
      {volume('Resolution of the pipette', 'resolution')}
      <ChoiceSetting
        label="Molecule"
        required
        placeholder="Choose…"
        options={MOLECULES}
        value={settings.molecule}
        onChange={(molecule) => molecule !== null && set({ molecule })}
      />
      {source('Concentration from', settings.concentration, (concentration) => set({ concentration }))}
      {source('Available volume from', settings.volume, (next) => set({ volume: next }))}
      {source('Fragment length from', settings.length, (length) => set({ length }))}
    </div>
  );
}
