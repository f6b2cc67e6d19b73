import { BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import type { ShownFlow } from '#db/protocols/flows/shown-flow.ts';
import type { ShownChange } from '#db/protocols/versions/change-words.ts';

type Compared = Pick<ShownFlow, 'slots'> & { flow: Pick<ShownFlow['flow'], 'name'> };

const procedureText = ({ procedure }: ShownFlow['slots'][number]): string =>
  procedure ? `${procedure.code} version ${procedure.procedureVersion}` : 'none';

/** List what differs between two versions of a flow: the name, and the procedure of each stage. */
export function changesOfFlow(from: Compared, to: Compared): ShownChange[] {
  const values = [
    { name: 'Name', from: from.flow.name, to: to.flow.name },
    ...to.slots.map((slot) => {
      const earlier = from.slots.find(({ batchType }) => batchType === slot.batchType);
      return {
        name: BATCH_TYPE_FACTS[slot.batchType].label,
        from: earlier ? procedureText(earlier) : 'none',
        to: procedureText(slot),
      };
    }),
  ];
  return values.filter((value) => value.from !== value.to);
}
