import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { readPermissionGroups } from '#db/api/identity/permissions.ts';
import { callKey } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { callQuery } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { PermissionEditor } from './permission-editor.tsx';

interface PermissionsPageProps {
  tab: string;
  onTab(tab: string): void;
  /** Called after saving, because the user's own permissions may have changed. */
  onSaved(): void;
}

/** Permission groups: which roles may see and change what. */
export function PermissionsPage({ tab, onTab, onSaved }: PermissionsPageProps) {
  const queries = useQueryClient();
  const [open, setOpen] = useState('');
  // Loaded once, because a background refetch must not change values that are being edited. A cached result
  // is not shown, because edits on it would be lost when the response arrives.
  const { data, error, dataUpdatedAt, isFetchedAfterMount, refetch } = useQuery({
    ...callQuery(readPermissionGroups, {}),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnMount: 'always',
  });
  if (data && isFetchedAfterMount)
    return (
      <PermissionEditor
        key={dataUpdatedAt}
        permissionGroups={data}
        tab={tab}
        onTab={onTab}
        open={open}
        onOpen={setOpen}
        onReload={() => void refetch()}
        onSaved={(now) => {
          queries.setQueryData(callKey(readPermissionGroups, {}), now);
          onSaved();
        }}
      />
    );
  return (
    <Page title="Permissions">
      {error ? (
        <EmptyState
          icon={ShieldAlert}
          title="The permissions cannot be shown"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the permissions" />
      )}
    </Page>
  );
}
