import type { TakenPhoto } from '#pwa/replica/photo-store.ts';
import type { PlateDraft, TubeDraft } from './session-draft.ts';

/** What the photos of a session show. */
export const PACKAGE = 'package';
export const aboutTube = ({ sampleId }: Pick<TubeDraft, 'sampleId'>): string => `tube|${sampleId}`;
export const aboutPlate = ({ orderId, plateNumber }: Pick<PlateDraft, 'orderId' | 'plateNumber'>): string =>
  `plate|${orderId}|${plateNumber}`;

/** List the photo ids of one subject in the order in which the photos were taken. */
export const photoIds = (photos: readonly TakenPhoto[], about: string): string[] =>
  photos.filter((photo) => photo.about === about).map(({ id }) => id);
