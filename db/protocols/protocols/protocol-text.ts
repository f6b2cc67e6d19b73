import type { ShownProtocol } from '#db/protocols/protocols/shown-protocol.ts';
import type { ShownChange } from '#db/protocols/versions/change-words.ts';
import { DNA_TYPE, SOURCE_SPECIES, SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';

type Route = ShownProtocol['routes'][number];

const listText = (values: readonly string[], none: string): string => values.join(', ') || none;
const amountText = (amount: string | null, unit: string): string =>
  amount === null ? 'None' : `${amount} ${unit}`;

/** Write for which specimens a protocol takes a flow. */
export function ruleText({ isDefault, specimenTypes, extractedNucleicAcids }: Route['rule']): string {
  const types = listText(
    specimenTypes.map((type) => SPECIMEN_TYPE[type]),
    'Any specimen',
  );
  const extracted =
    extractedNucleicAcids === null ? '' : extractedNucleicAcids ? ', extracted' : ', not extracted';
  return `${types}${extracted}${isDefault ? ' (default)' : ''}`;
}

/** List the settings of a protocol in the words of the screen. */
export const settingTexts = ({
  protocol,
}: Pick<ShownProtocol, 'protocol'>): { name: string; value: string }[] => [
  {
    name: 'Accepted specimens',
    value: listText(
      protocol.acceptedSpecimenTypes.map((type) => SPECIMEN_TYPE[type]),
      'None',
    ),
  },
  {
    name: 'Accepted nucleic acids',
    value: listText(
      protocol.acceptedDnaTypes.map((type) => DNA_TYPE[type]),
      'Any',
    ),
  },
  {
    name: 'Accepted species',
    value: listText(
      protocol.acceptedSpecies.map((species) => SOURCE_SPECIES[species]),
      'Any',
    ),
  },
  { name: 'Minimum volume', value: amountText(protocol.minVolume, 'µL') },
  { name: 'Minimum concentration', value: amountText(protocol.minConcentration, 'ng/µL') },
  { name: 'Minimum mass', value: amountText(protocol.minMass, 'ng') },
  { name: 'Target yield', value: amountText(protocol.targetYieldGb, 'Gb') },
  { name: 'Target coverage', value: amountText(protocol.targetCoverage, 'x') },
  { name: 'Turnaround target', value: `${protocol.targetTurnaroundDays} days` },
  { name: 'Clinical', value: protocol.clinical ? 'Yes' : 'No' },
  { name: 'Collects to fill a run', value: protocol.collectToFillRun ? 'Yes' : 'No' },
];

const comparedTexts = (version: ShownProtocol): { name: string; value: string }[] => [
  { name: 'Name', value: version.protocol.name },
  { name: 'Description', value: version.protocol.description ?? 'None' },
  ...settingTexts(version),
  ...version.routes.map(({ rule, flow }) => ({ name: `Flow ${flow.code}`, value: ruleText(rule) })),
];

/** List what differs between two versions of a protocol: its settings, and the rule of each flow. */
export function changesOfProtocol(from: ShownProtocol, to: ShownProtocol): ShownChange[] {
  const before = new Map(comparedTexts(from).map(({ name, value }) => [name, value]));
  const after = new Map(comparedTexts(to).map(({ name, value }) => [name, value]));
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, from: before.get(name) ?? 'none', to: after.get(name) ?? 'none' }))
    .filter((change) => change.from !== change.to);
}
