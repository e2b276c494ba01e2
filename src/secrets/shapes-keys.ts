// Shapes of keys, hashes and addresses that are credentials by themselves.
import type { Shape } from './shapes.ts';

const w = '[A-Za-z0-9_-]';
const base58 = '[1-9A-HJ-NP-Za-km-z]';
const label = '[A-Z0-9 +]{0,40}PRIVATE[ +]KEY(?:[ +]BLOCK)?';

// Patterns are linear: no nested repetition, every repetition bounded or over one class of characters that ends it.
export const keyShapes: readonly Shape[] = [
  // Up to the next five dashes; a body has at least one long line. A key that was cut off ends where its lines do.
  [
    'private-key',
    'PRIVATE',
    `-{4,5} ?BEGIN[ +]${label} ?-{4,5}(?:(?=[^-]{0,400}?[A-Za-z0-9+/]{10})[^-]*(?:-(?!---)[^-]*)*-{4,5} ?END[ +]${label} ?-{4,5}|(?:(?:\\s|\\\\[nr]){0,8}(?:[A-Z][A-Za-z-]{2,20}: [^\\n\\\\]{1,80}|[A-Za-z0-9+/=]{16,}))+(?:\\s{1,4}[A-Za-z0-9+/]{1,15}={0,2}(?=\\s|$))?)`,
  ],
  [
    'private-key',
    'MII MHcC MIG MC4C b3BlbnNzaC1rZXkt',
    '(?:MII[A-Za-z0-9+/]{5}(?:BAAKC|ADANBgkqhkiG9w0BAQEFAASC)|MII[A-Z][A-Za-z0-9+/]{2}IBAAK|MHcCAQEEI|MIG[A-Za-z0-9]AgEAM(?:BMG|BAG)|MC4CAQAwBQYDK2Vw|b3BlbnNzaC1rZXktdjE)[A-Za-z0-9+/\\s]{32,}={0,2}',
  ],
  [
    'putty-key',
    'PuTTY-User-Key',
    'PuTTY-User-Key-File-[23]:[^\\n]{0,80}\\n(?:(?!PuTTY-User)[^\\n]{0,200}\\n){0,200}?Private-MAC: ?[0-9a-f]{40,64}',
  ],
  // The part that is secret, also when the end of the file is missing.
  [
    'putty-key',
    'Private-Lines',
    'Private-Lines: ?[0-9]{1,4}[ \\t]{0,4}\\r?\\n[A-Za-z0-9+/]{16,100}={0,2}(?:\\r?\\n[A-Za-z0-9+/]{1,100}={0,2}(?![\\w:-])){0,200}',
  ],
  ['age-key', 'AGE-', 'AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9-]{1,20})-1[0-9A-Z]{50,}'],
  ['wallet-key', 'prv', `[xyztuv]prv${base58}{100,112}`],
  ['wallet-key', '5 K L', `(?:5[HJK]${base58}{49}|[KL]${base58}{51})(?![A-Za-z0-9+/=_-])`, 'weak'],
  ['nostr-key', 'nsec1', 'nsec1[02-9ac-hj-np-z]{58}'],
  // One start per run, or `-ey-ey-ey` would be read again from each.
  ['jwt', '.ey', `(?<!-)ey${w}{10,}={0,2}\\.ey${w}{8,}={0,2}\\.[A-Za-z0-9_-]{10,}={0,2}`],
  ['jwe', '..', `(?<!-)ey${w}{16,}\\.(?:${w}{20,})?\\.${w}{8,}\\.${w}{8,}\\.${w}{16,}`],
  ['paseto', '.local. .public.', `v[1-4]\\.(?:local|public)\\.${w}{40,}(?:\\.${w}{1,})?`],
  ['bcrypt-hash', '$2', '\\$2[abxy]?\\$[0-9]{2}\\$[./A-Za-z0-9]{53}'],
  [
    'crypt-hash',
    '$6$ $5$ $y$ $1$ $apr1$ $7$',
    '\\$(?:6|5|y|7)\\$[./A-Za-z0-9$=,]{4,60}\\$[./A-Za-z0-9]{40,90}|\\$(?:1|apr1)\\$[./A-Za-z0-9]{1,8}\\$[./A-Za-z0-9]{22}',
  ],
  [
    'password-hash',
    '$argon2 $scrypt $pbkdf2 pbkdf2_',
    '\\$?(?:argon2(?:id|i|d)|scrypt|pbkdf2(?:[-_]sha[0-9]{1,3})?)\\$[A-Za-z0-9$=,+/._-]{40,}',
  ],
  ['ldap-hash', '{S', '\\{S?(?:SHA|MD5)(?:256|384|512)?\\}[A-Za-z0-9+/]{20,}={0,2}'],
  ['jenkins-secret', '{AQAAABAAA', '\\{AQAAABAAA[A-Za-z0-9+/]{20,}={0,2}\\}'],
  ['slack-webhook', 'hooks.slack', 'hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_+-]{20,}'],
  ['discord-webhook', 'api/webhooks', `discord(?:app)?\\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{15,22}/${w}{40,}`],
  ['teams-webhook', 'webhook', '[a-z0-9-]{1,63}\\.webhook\\.office\\.com/webhookb2/[A-Za-z0-9@/-]{40,}'],
  [
    'google-chat-webhook',
    'chat.googleapis',
    `chat\\.googleapis\\.com/v1/spaces/${w}{4,40}/messages\\?key=[^\\s"'<>]{20,}`,
  ],
  ['zapier-webhook', 'hooks.zapier', 'hooks\\.zapier\\.com/hooks/(?:catch|standard)/[0-9]{4,12}/[A-Za-z0-9/]{6,}'],
  ['ifttt-webhook', 'maker.ifttt', `maker\\.ifttt\\.com/trigger/[\\w-]{1,80}/(?:json/)?with/key/${w}{16,}`],
  ['lark-webhook', 'open-apis/bot', `open\\.(?:feishu\\.cn|larksuite\\.com)/open-apis/bot/v2/hook/[0-9a-f-]{30,}`],
  ['wecom-webhook', 'cgi-bin/webhook', 'qyapi\\.weixin\\.qq\\.com/cgi-bin/webhook/send\\?key=[0-9a-f-]{30,}'],
  ['make-webhook', 'make.com integromat', 'hook\\.(?:[a-z0-9]{2,4}\\.)?(?:make|integromat)\\.com/[a-z0-9]{24,}'],
  ['tines-webhook', '.tines.', '[\\w-]{1,63}\\.tines\\.(?:com|io)/webhook/[a-z0-9]{32}/[a-z0-9]{32}'],
  ['pagerduty-webhook', 'events.pagerduty', 'events\\.pagerduty\\.com/(?:integration|x-ere)/[A-Za-z0-9]{32}'],
];
