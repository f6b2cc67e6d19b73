import { type Sample, sample } from '#db/samples/sample.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { Notice } from '#pwa/ui/notice.tsx';

const Tube = ({ row }: { row: Sample }) => (
  <a
    href={`/lab/samples/${row.id}`}
    className="code inline-flex min-h-11 items-center font-semibold underline underline-offset-2 md:min-h-8"
  >
    {row.barcode}
  </a>
);

/** Announces an aliquot that is still to be taken: on its source tube and on the aliquot itself. */
export function AliquotsAwaited({ row }: { row: Sample }) {
  const from = useRow(sample, row.parentSampleId);
  const aliquots = useRows(sample, { parentSampleId: row.id });
  const awaited = aliquots?.filter(({ status }) => status === 'SUPPLEMENTAL') ?? [];
  return (
    <>
      {row.status === 'SUPPLEMENTAL' && (
        <Notice tone="info" title="This aliquot is still to be taken">
          <p className="flex flex-wrap items-center gap-x-2">
            {from ? (
              <>
                Fetch <Tube row={from} /> and choose Take aliquot.
              </>
            ) : (
              'Fetch the tube that it comes from and choose Take aliquot.'
            )}
          </p>
        </Notice>
      )}
      {awaited.length > 0 && (
        <Notice
          tone="info"
          title={
            awaited.length === 1
              ? 'An aliquot of it is awaited'
              : `${awaited.length} aliquots of it are awaited`
          }
        >
          <ul className="flex flex-wrap gap-x-4">
            {awaited.map((one) => (
              <li key={one.id}>
                <Tube row={one} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
