import { Link } from '@tanstack/react-router';
import { ExternalLink, Film, Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { listHelpVideos, removeHelpVideo } from '#db/api/records/support.ts';
import { type HelpVideo, VIDEO_AUDIENCE, VIDEO_AUDIENCES } from '#db/records/support/help-video.ts';
import { videoLength } from '#db/records/support/help-video-form.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { LINK } from './link-styles.ts';
import { VideoDialog } from './video-dialog.tsx';

/** Poster of a video, drawn here so that nothing loads from the external site. */
function VideoPoster({ video, large = false }: { video: Pick<HelpVideo, 'seconds'>; large?: boolean }) {
  return (
    <span
      data-tone="info"
      className={`relative flex shrink-0 items-center justify-center rounded-md border border-tone-line bg-tone-soft text-tone-ink ${large ? 'aspect-video w-full max-w-md' : 'h-14 w-24'}`}
    >
      <Play aria-hidden size={large ? 48 : 22} />
      {video.seconds !== null && (
        <span className="absolute right-1 bottom-1 rounded bg-surface px-1 text-ink text-xs tabular-nums">
          <span className="sr-only">Length </span>
          {videoLength(video.seconds)}
        </span>
      )}
    </span>
  );
}

interface VideoWindowProps {
  video: HelpVideo | null;
  keeps: boolean;
  onEdit(): void;
  onRemove(): void;
  onClose(): void;
}

/** One video: summary, transcript, and link. Nothing of it loads before Watch is pressed. */
function VideoWindow({ video, keeps, onEdit, onRemove, onClose }: VideoWindowProps) {
  if (!video) return null;
  const { hostname } = new URL(video.url);
  return (
    <Dialog
      open
      title={video.title}
      onClose={onClose}
      actions={
        <>
          {keeps && (
            <>
              <Button icon={Trash2} onClick={onRemove}>
                Remove
              </Button>
              <Button icon={Pencil} onClick={onEdit}>
                Edit
              </Button>
            </>
          )}
          <a
            href={video.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-control items-center justify-center gap-2 rounded-md bg-accent px-3.5 font-medium text-on-accent hover:bg-accent-hover"
          >
            <ExternalLink aria-hidden size={18} /> Watch
          </a>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <VideoPoster video={video} large />
        <p>{video.summary}</p>
        <p className="text-ink-soft">
          {`Opens in a new tab at ${hostname}${video.captioned ? ', with captions' : ''}.`}
        </p>
        {video.transcript && (
          <section aria-labelledby="video-transcript" className="flex flex-col gap-1">
            <h3 id="video-transcript" className="font-semibold">
              Transcript
            </h3>
            <p className="wrap-anywhere max-w-prose whitespace-pre-line">{video.transcript}</p>
          </section>
        )}
      </div>
    </Dialog>
  );
}

const BREADCRUMBS = [{ label: 'Support', to: '/support' }] as const;
const FILTERS = [
  {
    name: 'audience',
    label: 'For whom',
    options: VIDEO_AUDIENCES.map((value) => ({ value, label: VIDEO_AUDIENCE[value] })),
  },
];

const accessibilityText = ({ captioned, transcript }: HelpVideo): string =>
  [captioned ? 'Captions' : '', transcript ? 'Transcript' : ''].filter(Boolean).join(', ');

const columnsFor = (keeps: boolean): readonly Column<HelpVideo>[] => [
  {
    id: 'title',
    header: 'Video',
    sortable: true,
    cell: (video) => (
      <span className="flex min-w-0 items-center gap-3">
        <VideoPoster video={video} />
        <span className="min-w-0">
          <span className="block font-medium">{video.title}</span>
          <span className="block font-normal text-ink-soft text-sm">{video.summary}</span>
        </span>
      </span>
    ),
  },
  { id: 'followedBy', header: 'To read', cell: accessibilityText },
  ...(keeps
    ? [
        {
          id: 'audience',
          header: 'For whom',
          cell: ({ audience }: HelpVideo) => VIDEO_AUDIENCE[audience],
        },
      ]
    : []),
];

type Open = { video: HelpVideo; as: 'shown' | 'edited' | 'removed' } | 'new' | null;

function Empty({ keeps, add }: { keeps: boolean; add: React.ReactNode }) {
  return (
    <EmptyState
      icon={Film}
      title="No videos yet"
      action={
        keeps ? (
          add
        ) : (
          <Link to="/support" className={LINK}>
            Read the help
          </Link>
        )
      }
    >
      {keeps
        ? 'Add a video by its address, with captions or a transcript.'
        : 'The help answers common questions.'}
    </EmptyState>
  );
}

/** Help videos; customer service adds and edits them. */
export function VideosPage({ keeps }: { keeps: boolean }) {
  const [open, setOpen] = useState<Open>(null);
  const remove = useCallMutation(removeHelpVideo, { onSuccess: () => toast.success('Video removed') });
  const list = useServerList({
    call: listHelpVideos,
    filters: ['audience'],
    sort: 'sortOrder:asc,title:asc',
  });
  const selection = open !== null && open !== 'new' ? open : null;
  const close = () => setOpen(null);
  const add = keeps && (
    <Button variant="primary" icon={Plus} onClick={() => setOpen('new')}>
      Add video
    </Button>
  );
  return (
    <Page title="Videos" breadcrumbs={BREADCRUMBS} actions={add}>
      {remove.error && <Notice tone="danger" title={errorText(remove.error)} />}
      <DataList
        {...list.list}
        label="Videos"
        columns={columnsFor(keeps)}
        rowKey={({ id }) => id}
        rowLabel={({ title }) => title}
        onOpen={(video) => setOpen({ video, as: 'shown' })}
        filters={keeps && <ListFilters list={list} filters={FILTERS} />}
        empty={list.narrowed ? undefined : <Empty keeps={keeps} add={add} />}
      />
      <VideoWindow
        video={selection?.as === 'shown' ? selection.video : null}
        keeps={keeps}
        onEdit={() => selection && setOpen({ ...selection, as: 'edited' })}
        onRemove={() => selection && setOpen({ ...selection, as: 'removed' })}
        onClose={close}
      />
      <VideoDialog
        key={selection?.video.id ?? 'new'}
        open={open === 'new' || selection?.as === 'edited'}
        video={selection?.video ?? null}
        onClose={close}
      />
      <ConfirmDialog
        open={selection?.as === 'removed'}
        title={`Remove ${selection?.video.title ?? 'this video'}?`}
        confirmLabel="Remove video"
        danger
        reasonRequired
        onClose={close}
        onConfirm={(reason) => {
          if (!selection) return;
          const { id, version: seenVersion } = selection.video;
          remove.mutate({ params: { id }, body: { seenVersion, reason } });
          close();
        }}
      >
        <p>The video leaves the help and is not deleted.</p>
      </ConfirmDialog>
    </Page>
  );
}
