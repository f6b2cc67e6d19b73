import { z } from 'zod';
import { addHelpVideo, editHelpVideo } from '#db/api/records/support.ts';
import {
  type HelpVideo,
  VIDEO_AUDIENCE,
  VIDEO_AUDIENCES,
  type VideoAudience,
} from '#db/records/support/help-video.ts';
import { HelpVideoForm } from '#db/records/support/help-video-form.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const AUDIENCES = VIDEO_AUDIENCES.map((value) => ({ value, label: VIDEO_AUDIENCE[value] }));
const typedNumber = z.string().transform((typed) => (typed === '' ? null : Number(typed)));

/** The server's schema, with length in minutes and seconds, and numbers as text. */
const VideoInput = z
  .object({ minutes: typedNumber, rest: typedNumber, sortOrder: typedNumber })
  .loose()
  .transform(({ minutes, rest, ...form }) => ({
    ...form,
    seconds: minutes === null && rest === null ? null : (minutes ?? 0) * 60 + (rest ?? 0),
  }))
  .pipe(HelpVideoForm);

const defaultsOf = (video: HelpVideo | null) => ({
  title: video?.title ?? '',
  summary: video?.summary ?? '',
  url: video?.url ?? '',
  minutes: video?.seconds ? String(Math.floor(video.seconds / 60)) : '',
  rest: video?.seconds ? String(video.seconds % 60) : '',
  captioned: video?.captioned ?? false,
  transcript: video?.transcript ?? '',
  audience: video?.audience ?? ('EVERYBODY' as const),
  sortOrder: video?.sortOrder === null || video === null ? '' : String(video.sortOrder),
});

function Fields() {
  return (
    <>
      <FormField name="title" label="Title" required empty="">
        {(control) => <TextInput {...control} maxLength={120} />}
      </FormField>
      <FormField name="summary" label="Summary" required empty="" hint="One sentence for the list">
        {(control) => <TextArea {...control} rows={2} maxLength={300} />}
      </FormField>
      <FormField
        name="url"
        label="Video address"
        required
        empty=""
        hint="The address of the video. Opened only when somebody presses Watch."
      >
        {(control) => <TextInput {...control} maxLength={500} placeholder="https://" />}
      </FormField>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <FormField name="minutes" label="Minutes" empty="">
          {(control) => <NumberInput {...control} />}
        </FormField>
        <FormField name="rest" label="Seconds" empty="">
          {(control) => <NumberInput {...control} />}
        </FormField>
        <FormField name="sortOrder" label="Place in the list" empty="">
          {(control) => <NumberInput {...control} />}
        </FormField>
      </div>
      <FormField<VideoAudience> name="audience" label="For whom?" required empty="EVERYBODY">
        {(control) => <Select<VideoAudience> {...control} options={AUDIENCES} />}
      </FormField>
      <FormField<boolean> name="captioned" label="Captions" empty={false}>
        {(control) => <Checkbox {...control} label="The video has captions" />}
      </FormField>
      <FormField name="transcript" label="Transcript" empty="" hint="What is said. Needed without captions.">
        {(control) => <TextArea {...control} rows={6} maxLength={20_000} />}
      </FormField>
    </>
  );
}

interface VideoDialogProps {
  open: boolean;
  /** Null adds a new one. */
  video: HelpVideo | null;
  onClose(): void;
}

/** Adds or edits a help video. */
export function VideoDialog({ open, video, onClose }: VideoDialogProps) {
  const add = useCallMutation(addHelpVideo, { onSuccess: () => toast.success('Video added') });
  const edit = useCallMutation(editHelpVideo, { onSuccess: () => toast.success('Video saved') });
  const error = add.error ?? edit.error;
  const save = (form: HelpVideoForm) =>
    video
      ? edit.mutateAsync({ params: { id: video.id }, body: { seenVersion: video.version, form } })
      : add.mutateAsync({ body: form });
  return (
    <Dialog open={open} title={video ? 'Edit video' : 'Add video'} onClose={onClose}>
      <Form
        schema={VideoInput}
        defaults={defaultsOf(video)}
        onSubmit={(form) => save(form).then(onClose, () => undefined)}
      >
        {error && <Notice tone="danger" title={errorText(error)} />}
        <Fields />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton>{video ? 'Save video' : 'Add video'}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
