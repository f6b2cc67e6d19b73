import type { ShownProtocol } from '#db/protocols/protocols/shown-protocol.ts';
import { wayFor } from '#db/specimens/choose-flow.ts';
import { SPECIMEN_TYPE, type SpecimenType } from '#db/specimens/specimen-material.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Section } from '#pwa/ui/page.tsx';

type TableContent = Pick<ShownProtocol, 'protocol' | 'routes'>;

/** Find the flow that a specimen takes, by the rule that accession uses; null for none. */
function takenFlow(
  { routes }: Pick<ShownProtocol, 'routes'>,
  providedSpecimenType: SpecimenType,
  extractedNucleicAcids: boolean,
): ShownProtocol['routes'][number]['flow'] | null {
  const open = routes.filter(({ flow: { status } }) => status !== 'ARCHIVED' && status !== 'REJECTED');
  const rule = wayFor(
    open.map((route) => route.rule),
    { providedSpecimenType, extractedNucleicAcids },
  );
  return open.find((route) => route.rule === rule)?.flow ?? null;
}

function TakenFlow({
  shown,
  type,
  extracted,
}: {
  shown: TableContent;
  type: SpecimenType;
  extracted: boolean;
}) {
  const flow = takenFlow(shown, type, extracted);
  return (
    <td className="px-3 py-2 align-top">
      {flow ? (
        <>
          {flow.name} <span className="code text-ink-soft text-sm">{flow.code}</span>
        </>
      ) : (
        <ToneBadge tone="danger" label="No flow" />
      )}
    </td>
  );
}

/** Which flow each accepted specimen type takes, extracted or not. */
export function FlowTable({ shown }: { shown: TableContent }) {
  const types = shown.protocol.acceptedSpecimenTypes;
  return (
    <Section title="Flow of each specimen">
      {types.length === 0 ? (
        <p className="text-ink-soft">No specimen types accepted yet.</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-left">
            <thead className="text-ink-soft text-sm">
              <tr>
                <th scope="col" className="px-3 py-2 font-medium">
                  Specimen type
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  Not extracted
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  Extracted
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {types.map((type) => (
                <tr key={type}>
                  <th scope="row" className="px-3 py-2 align-top font-medium">
                    {SPECIMEN_TYPE[type]}
                  </th>
                  <TakenFlow shown={shown} type={type} extracted={false} />
                  <TakenFlow shown={shown} type={type} extracted />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}
