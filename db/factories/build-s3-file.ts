import { type S3File, s3File } from '#db/records/s3-file.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a picture whose upload was created and has not arrived. */
export function buildS3File(overrides: Partial<S3File> = {}): S3File {
  const id = `file-${nextNumber('file')}`;
  return buildRow(
    s3File,
    {
      id,
      title: 'me.png',
      size: 100,
      type: 'image/png',
      fileType: 'IMAGE',
      bucket: 'images',
      key: `images/${id}`,
      status: 'PENDING',
      scanStatus: 'WAITING',
      customerVisible: false,
      uploadedById: 'user-tech',
      downloadCount: 0,
    },
    overrides,
  );
}
