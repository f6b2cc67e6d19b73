import { Link } from '@tanstack/react-router';
import { ListChecks, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { sendSupportRequest } from '#db/api/records/support.ts';
import { MAX_DOCUMENT_SIZE } from '#db/records/files/document-rules.ts';
import { MAX_ATTACHMENTS, SupportRequestForm } from '#db/records/support/support-request-form.ts';
import { DOCUMENT_EXTENSIONS } from '#db/values/file-name.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { deleteFile } from '#pwa/api/files.ts';
import { uploadFile } from '#pwa/api/upload-file.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { FileUpload } from '#pwa/ui/files/file-upload.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { BUTTON_LINK } from './link-styles.ts';

/** An uploaded file that will be attached to a message. */
interface Attachment {
  id: string;
  key: string;
  title: string;
  size: number;
}

interface AttachmentsProps {
  files: readonly Attachment[];
  onChange(change: (before: readonly Attachment[]) => readonly Attachment[]): void;
  /** Reports the change of the number of running uploads. */
  onSending(more: 1 | -1): void;
}

/** The attachments of a message to the lab. */
function Attachments({ files, onChange, onSending }: AttachmentsProps) {
  return (
    <FileUpload
      label="Attachments"
      hint={`At most ${MAX_ATTACHMENTS} documents or pictures. Name no patients in them.`}
      extensions={DOCUMENT_EXTENSIONS}
      largest={MAX_DOCUMENT_SIZE}
      multiple
      disabled={files.length >= MAX_ATTACHMENTS}
      files={files}
      send={async (file, watch) => {
        onSending(1);
        try {
          const about = { fileType: 'UPLOADED_DOCUMENT', subType: 'ATTACHMENT' } as const;
          const storedFile = await uploadFile({ file, ...about }, watch);
          onChange((before) => [...before, { ...storedFile, title: file.name, size: file.size }]);
        } finally {
          onSending(-1);
        }
      }}
      onRemove={async ({ id, key }) => {
        await deleteFile({ fileType: 'UPLOADED_DOCUMENT', key });
        onChange((before) => before.filter((one) => one.id !== id));
      }}
    />
  );
}

const BREADCRUMBS = [{ label: 'Support', to: '/support' }] as const;
/** Files upload as soon as they are selected, separately from the form. */
const ContactForm = SupportRequestForm.omit({ fileIds: true });

const MyRequests = () => (
  <Link to="/support/requests" className={BUTTON_LINK}>
    <ListChecks aria-hidden size={18} /> My requests
  </Link>
);

function SentNotice({ reference, email }: { reference: string; email: string }) {
  return (
    <div role="status">
      <EmptyState icon={MailCheck} title={`Sent: ${reference}`} action={<MyRequests />}>
        We answer to {email}. Name this reference when you call or write again.
      </EmptyState>
    </div>
  );
}

const ContactField = fieldOf<typeof ContactForm>();

function Fields() {
  return (
    <>
      <ContactField name="subject" />
      <ContactField name="about" />
      <ContactField name="message" rows={6} />
    </>
  );
}

/** A message to the lab, answered by email under the reference that is shown afterwards. */
export function ContactPage({ email }: { email: string }) {
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [sending, setSending] = useState(0);
  const [isEarlySubmit, setIsEarlySubmit] = useState(false);
  const send = useCallMutation(sendSupportRequest);
  return (
    <Page title="Contact Us" breadcrumbs={BREADCRUMBS} actions={!send.data && <MyRequests />}>
      {send.data ? (
        <SentNotice reference={send.data.reference} email={email} />
      ) : (
        <div className="max-w-2xl">
          <Section title="Write to us">
            <Form
              schema={ContactForm}
              defaults={{ about: '', message: '' }}
              onSubmit={async (request) => {
                setIsEarlySubmit(sending > 0);
                if (sending > 0) return;
                const fileIds = files.map(({ id }) => id);
                await send.mutateAsync({ body: { ...request, fileIds } }).catch(() => undefined);
              }}
            >
              {isEarlySubmit && sending > 0 && (
                <Notice tone="warning" title="A file is still being sent. Wait for it, or cancel it." />
              )}
              {send.error && <Notice tone="danger" title={errorText(send.error)} />}
              <Fields />
              <Attachments
                files={files}
                onChange={setFiles}
                onSending={(more) => setSending((before) => before + more)}
              />
              <SubmitButton>Send message</SubmitButton>
            </Form>
          </Section>
        </div>
      )}
    </Page>
  );
}
