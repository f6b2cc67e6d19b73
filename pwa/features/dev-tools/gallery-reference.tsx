import { ActionsGallery } from './actions-gallery.tsx';
import { FieldsGallery } from './fields-gallery.tsx';
import { FoundationsGallery } from './foundations-gallery.tsx';
import { GridsGallery } from './grids-gallery.tsx';
import { LayoutsGallery } from './layouts-gallery.tsx';
import { ListGallery } from './list-gallery.tsx';
import { ServerListGallery } from './server-list-gallery.tsx';
import { StatesGallery } from './states-gallery.tsx';
import { StatusGallery } from './status-gallery.tsx';
import { VerdictGallery } from './verdict-gallery.tsx';

/** The reference of the look: every component in every state, for developers. */
export function GalleryReference() {
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-soft">
        Every screen is made of what stands here. Names in grey are the ones to use in code.
      </p>
      <VerdictGallery />
      <StatusGallery />
      <GridsGallery />
      <ListGallery />
      <ServerListGallery />
      <FieldsGallery />
      <ActionsGallery />
      <LayoutsGallery />
      <StatesGallery />
      <FoundationsGallery />
    </div>
  );
}
