import { useEffect, useState } from 'react';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { EmailPart } from './email-part.tsx';
import { MyDevicesPart } from './my-devices-part.tsx';
import { PasswordPart } from './password-part.tsx';
import { PicturePart } from './picture-part.tsx';
import { ProfilePart } from './profile-part.tsx';
import { useOwnAccount } from './use-own-account.ts';

function useThisDevice(): string | null {
  const replica = useReplicaIfAny();
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    replica?.enrollment().then(
      (enrollment) => isMounted && setId(enrollment?.deviceId ?? null),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [replica]);
  return id;
}

/** Account settings that need the server: details, picture, email, password, devices. */
export function OwnAccountParts({ onChanged }: { onChanged(): void }) {
  const { account, problem, reload } = useOwnAccount();
  const thisDeviceId = useThisDevice();
  // Users who never work offline have no handheld to lose.
  const bench = useReplicaIfAny() !== null;
  if (!account)
    return problem ? (
      <Notice
        tone="warning"
        title="Your account can be changed only while you are online."
        action={<Button onClick={reload}>Try again</Button>}
      >
        <p>{problem}</p>
      </Notice>
    ) : (
      <Skeleton label="Reading your account" lines={6} />
    );
  const changed = (): void => {
    reload();
    onChanged();
  };
  return (
    <>
      <PicturePart account={account} onChanged={changed} />
      <ProfilePart account={account} onChanged={changed} />
      <EmailPart account={account} />
      <PasswordPart hasPassword={account.hasPassword} />
      {(bench || account.devices.length > 0) && (
        <MyDevicesPart devices={account.devices} thisDeviceId={thisDeviceId} onChanged={reload} />
      )}
    </>
  );
}
