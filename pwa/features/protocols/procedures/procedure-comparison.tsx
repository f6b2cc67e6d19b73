import { readProcedureContent } from '#db/api/protocols/procedure-versions.ts';
import { settingsOf } from '#db/protocols/procedures/procedure-content.ts';
import type { ShownProcedure } from '#db/protocols/procedures/shown-procedure.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { VersionComparison } from '#pwa/features/protocols/versions/version-panels.tsx';
import { procedureDisplay } from '#pwa/features/protocols/versions/version-status.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { ContentComparison, type ProcedureContent } from './content-comparison.tsx';

const contentOf = ({ procedure, sections }: ShownProcedure): ProcedureContent => ({
  settings: settingsOf(procedure),
  sections,
});

function OtherVersion({ id, shown }: { id: string; shown: ShownProcedure }) {
  const { data, error } = useCall(readProcedureContent, { params: { id } });
  if (error) return <Notice tone="danger" title={errorText(error)} />;
  if (!data) return <Skeleton lines={4} label="Loading the version" />;
  // The newer version is on the right, whichever page is open.
  const isOlder = data.procedure.procedureVersion < shown.procedure.procedureVersion;
  return (
    <ContentComparison from={contentOf(isOlder ? data : shown)} to={contentOf(isOlder ? shown : data)} />
  );
}

/** What differs between this version and another one, at first the one that it replaces. */
export function ProcedureComparison({ shown }: { shown: ShownProcedure }) {
  const { procedure, versions } = shown;
  return (
    <VersionComparison
      currentId={procedure.id}
      supersedesId={procedure.supersedesId}
      versions={versions.map((version) => ({
        id: version.id,
        number: version.procedureVersion,
        display: procedureDisplay(version),
      }))}
    >
      {(otherId) => <OtherVersion id={otherId} shown={shown} />}
    </VersionComparison>
  );
}
