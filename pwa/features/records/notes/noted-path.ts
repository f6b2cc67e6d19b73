import type { NoteTargetType } from '#db/records/note-target-type.ts';

const PAGES: Record<NoteTargetType, readonly string[]> = {
  Order: ['/lab/orders', '/orders'],
  Specimen: ['/lab/specimens', '/specimens'],
  Sample: ['/lab/samples'],
  Batch: ['/lab/batches'],
  Project: ['/lab/projects', '/projects'],
  Company: ['/organizations', '/locations'],
};

/** Where a record that notes stand on may have its page, the lab's first; which of them opens is the reader's matter. */
export const notedPath = (type: NoteTargetType, id: string): readonly string[] =>
  PAGES[type].map((page) => `${page}/${id}`);
