// What a name says about the value that follows it: `dbPassword` and `x-auth-token` say a lot, `primary_key` and `max_tokens` nothing.

/** A password may be short and plain, a secret is random, a key is long as well; weak is what could also name an id. */
export type Kind = 'password' | 'secret' | 'key' | 'weak';

// Their users write the bare name over the key.
const vendors =
  'adafruit|adobe|airtable|algolia|alibaba|artifactory|asana|auth0|beamer|bitmex|bittrex|braintree|cloudflare|cloudinary|codecov|cohere|coinbase|confluent|contentful|datadog|deepl|discord|droneci|dropbox|elastic|etsy|facebook|fastly|finicity|finnhub|flickr|freshbooks|gitter|gocardless|heroku|hubspot|intercom|jfrog|kraken|kucoin|launchdarkly|linkedin|looker|mailgun|mapbox|mattermost|messagebird|mistral|netlify|newrelic|nytimes|okta|openai|pagerduty|plaid|postmark|railway|rapidapi|sendbird|sendgrid|sentry|shopify|snyk|sonar|spotify|squarespace|stripe|sumologic|telegram|travis|travisci|twilio|twitch|twitter|yandex|zendesk';
const passwords =
  'passw(?:or)?[dt]|passwrd|passphrase|passcode|pswd|pwd|kennwort|contraseña|contrasena|senha|wachtwoord|пароль|密码|密碼|パスワード|비밀번호|암호|şifre|parola|hasło|heslo|lösenord';

/** Cheap and broad: a name without any of these says nothing. */
export const tellingName = new RegExp(
  `pass|pw|psk|psw|secret|token|key|auth|cred|bearer|cookie|sess|sid|pat|dsn|jwt|appid|sig|salt|seed|hmac|code|mnemonic|${passwords}|${vendors}`,
  'iu',
);

/** The same for names of a password or a secret: those of all other kinds are ordinary words as well, such as `session` and `code`. */
export const tellingSecret = new RegExp(
  `pass|pw|psk|psw|secret|token|key|auth|cred|bearer|sess(?:ion)?id|dsn|jwt|appid|salt|hmac|mnemonic|phrase|${passwords}`,
  'iu',
);

// Words after the telling one that change nothing.
const neutral =
  /^(?:value|val|string|str|text|plain|plaintext|cleartext|raw|base64|b64|hex|literal|default|prod|production|live|dev|staging|primary|secondary|backup|env|base|content|header|here|v?[0-9]{1,2})$/u;
const password = new RegExp(
  `(?:${passwords})s?$|^(?:pass|pw|psw|psk|passe|rootpw|bindpw|userpw)$|^(?:db|root|user|admin|my|sql|ftp|smtp|imap|mail|ssh|sudo|bind|ldap|redis|mysql|pg|postgres|mongo|key|store|keystore|truststore)pass$`,
  'u',
);
const secret =
  /(?:secret|token|(?:api|access|secret|auth|private|signing|master|account|encryption|shared|session|license)key|sessid|sessionid|authorization)s?$|^(?:jwt|creds?|credentials?|bearer|dsn|appid|hmac|salt|mnemonic|authcode|passkey)$/u;
const weak = /^(?:auth|pat|cookies?|sid|sess|session|sig|signature|code|seed)$/u;
const vendor = new RegExp(`^(?:${vendors})$`, 'u');
// A token of these is a position in a list, a word of a grammar or of a language model.
const harmlessToken =
  /^(?:page|next|continuation|continue|sync|pagination|cursor|resume|start|change|syntax|eos|bos|pad|unk|mask|stop|sep|cls|special|end|cancel|cancellation|design|lookahead|first|last|max|min|num|total|input|output|prompt|completion|reasoning|cached)$/u;
const keyOf =
  /^(?:api|access|secret|private|auth|authentication|authorization|encryption|encrypt|decryption|decrypt|signing|sign|signature|account|storage|master|service|license|licence|session|shared|preshared|subscription|deploy|deployment|app|application|client|hmac|jwt|aes|des|ssh|tls|ssl|crypto|cipher|webhook|admin|write|security|token|root|wallet|integration|ingest|ingestion|instrumentation|functions?|host|rest|merchant|consumer|vault|recovery|unseal|project|server|developer|personal|org|management|provisioning|bot|routing|sdk|install|transfer|stream|streaming|activation)$/u;
const harmlessKey =
  /^(?:public|publishable|gpg|pgp|primary|foreign|partition|cache|sort|object|row|query|translation|i18n|idempotency|unique|map|dict|hash|index|item|list|react|label|group|order|parent|event|lookup|composite|candidate|surrogate|natural|shortcut|hot|arrow|enter|return|escape|tab|space|meta|ctrl|alt|shift|modifier|command|known|s3|bucket|field|column|table|config|setting|state|context|message|locale|lang|json|yaml|registry|menu|data|pub|pk|fk|dedup|dedupe|memo|prop|entry|resource|type|id|by|cursor|path|route|file|name|tag|answer|major|minor|the|this|a|an|each|other|same|last|first|next|previous|prev|websocket|recv|release|restore|checksum|digest|etag)$/u;

/** Its words, without a number behind them. Nearly all names are ASCII, and the classes of all letters take long to be made ready. */
function partsOf(name: string): string[] {
  const parts = /^[\0-\x7f]*$/.test(name)
    ? name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .map((part) => part.replace(/(?<=[a-z]{3})[0-9]{1,2}$/, ''))
    : name
        .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
        .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .map((part) => part.replace(/(?<=\p{L}{3})[0-9]{1,2}$/u, ''));
  return parts.filter((part) => part !== '');
}

/** Tells the kind, or nothing. */
export function kindOfName(name: string): Kind | undefined {
  if (!tellingName.test(name)) return undefined;
  const parts = partsOf(name);
  while (parts.length > 1 && neutral.test(parts.at(-1) ?? '')) parts.pop();
  const last = parts.at(-1) ?? '';
  const before = parts.at(-2) ?? '';
  if (password.test(last)) return /(?<!s)s$/u.test(last) ? 'secret' : 'password';
  if (last === 'id') return kindOfId(before, parts.at(-3) ?? '');
  if (/^tokens?$/u.test(last) && harmlessToken.test(before)) return undefined;
  if (secret.test(last)) return 'secret';
  if (/^keys?$/u.test(last)) return kindOfKey(before);
  if (vendor.test(last)) return 'key';
  return weak.test(last) ? 'weak' : undefined;
}

function kindOfId(before: string, wordBefore: string): Kind | undefined {
  if (before === 'secret' || (before === 'key' && wordBefore === 'access')) return 'secret';
  return before === 'session' ? 'weak' : undefined;
}

function kindOfKey(before: string): Kind | undefined {
  if (keyOf.test(before) || vendor.test(before)) return 'secret';
  if (before === '') return 'weak';
  return harmlessKey.test(before) ? undefined : 'key';
}
