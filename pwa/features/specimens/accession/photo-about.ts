import type { TakenPhoto } from '#pwa/replica/photo-store.ts';
import type { PlateDraft, TubeDraft } from './session-draft.ts';

/** What the photos of a session show. */
export const PACKAGE = 'package';
export const aboutTube = ({ sampleId }: Pick<TubeDraft, 'sampleId'>): string => `tube|${sampleId}`;
export const aboutPlate = ({ orderId, plateNumber }: Pick<PlateDraft, 'orderId' | 'plateNumber'>): string =>
  `plate|${orderId}|${plateNumber}`;

/** The ids of the photos of one thing, in the order in which they were taken. */
export const photoIds = (photos: readonly TakenPhoto[], about: string): string[] =>
  photos.filter((photo) => photo.about === about).map(({ id }) => id);
