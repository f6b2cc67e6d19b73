import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as Modal } from '@headlessui/react';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { useScanGuard } from './use-scan-guard.ts';

export interface DialogProps {
  open: boolean;
  title: string;
  onClose(): void;
  children: ReactNode;
  /** Buttons at the bottom. */
  actions?: ReactNode;
  size?: 'normal' | 'wide';
}

/** The window of a dialog. Focus starts on its heading, so that the Enter of a scan presses no button. */
export function DialogWindow({ open, title, onClose, children, actions, size = 'normal' }: DialogProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const guard = useScanGuard();
  return (
    <Modal open={open} onClose={onClose} initialFocus={heading} className="relative z-40">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex items-end justify-center md:items-center md:p-6">
        <DialogPanel
          onKeyDownCapture={guard}
          className={`flex max-h-[92dvh] w-full flex-col rounded-t-xl border border-line bg-surface shadow-overlay md:rounded-xl ${size === 'wide' ? 'md:max-w-4xl' : 'md:max-w-lg'}`}
        >
          <header className="flex items-center gap-2 border-line border-b py-2 pr-2 pl-4">
            <DialogTitle
              ref={heading}
              tabIndex={-1}
              className="min-w-0 flex-1 font-semibold text-lg outline-none"
            >
              {title}
            </DialogTitle>
            <IconButton icon={X} label="Close" onClick={onClose} data-command="CANCEL" />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
          {actions && (
            <footer className="safe-bottom flex left-handed:flex-row-reverse flex-wrap justify-end gap-2 border-line border-t px-4 pt-2 max-md:[&>*]:flex-auto max-md:[&>*]:whitespace-nowrap">
              {actions}
            </footer>
          )}
        </DialogPanel>
      </div>
    </Modal>
  );
}
