import { Link } from '@tanstack/react-router';
import { ArrowRight, Film, ListChecks, Mail } from 'lucide-react';
import { useRef, useState } from 'react';
import { NothingFound, SearchInput } from '#pwa/ui/list/list-controls.tsx';
import { type Breadcrumb, Page } from '#pwa/ui/page.tsx';
import { type Audience, type HelpTopic, topicsFor } from './help-topics.ts';
import { BUTTON_LINK, LINK } from './link-styles.ts';

function Contact() {
  return (
    <Link to="/support/contact" className={BUTTON_LINK}>
      <Mail aria-hidden size={18} /> Contact us
    </Link>
  );
}

function ContactOptions({ answers }: { answers: boolean }) {
  return (
    <>
      <Link to="/support/videos" className={BUTTON_LINK}>
        <Film aria-hidden size={18} /> Videos
      </Link>
      <Link to="/support/requests" className={BUTTON_LINK}>
        <ListChecks aria-hidden size={18} /> {answers ? 'Support requests' : 'My requests'}
      </Link>
      <Contact />
    </>
  );
}

function TopicLink({ page: { label, ...link } }: { page: Breadcrumb }) {
  return (
    <Link {...link} className={LINK}>
      {label} <ArrowRight aria-hidden size={18} />
    </Link>
  );
}

function Topic({ topic }: { topic: HelpTopic }) {
  return (
    <details className="panel px-4">
      <summary className="min-h-11 cursor-pointer py-3 font-semibold">{topic.title}</summary>
      <ol className="list-decimal pb-2 pl-6">
        {topic.steps.map((step) => (
          <li key={step} className="py-1">
            {step}
          </li>
        ))}
      </ol>
      {topic.page && <TopicLink page={topic.page} />}
    </details>
  );
}

interface SupportPageProps {
  audience: Audience;
  /** True when this user answers other users' requests. */
  answers: boolean;
  mayOpen(path: string): boolean;
}

/** Help topics for this kind of user with live search, and a link to the contact form. */
export function SupportPage({ audience, answers, mayOpen }: SupportPageProps) {
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    setTyped('');
    box.current?.focus();
  };
  const topics = topicsFor(audience, typed, mayOpen);
  return (
    <Page title="Support" actions={<ContactOptions answers={answers} />}>
      <SearchInput
        ref={box}
        label="Search the help"
        value={typed}
        onChange={(text) => setTyped(text.slice(0, 100))}
      />
      {topics.length === 0 ? (
        <NothingFound title="No help on this yet" onClear={clear}>
          <p className="mb-2">Use another word, or ask us.</p>
          <Contact />
        </NothingFound>
      ) : (
        <ul aria-label="Help" className="grid gap-3 xl:grid-cols-2">
          {topics.map((topic) => (
            <li key={topic.title}>
              <Topic topic={topic} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
