// Credentials as they turn up in a day's work: in sentences, commands, headers, connection strings, files, and names of files and branches.
import { seeded } from './random.ts';

/** What kind it is, the shape of its value, and a line somebody would write with it. */
export type Realistic = readonly [name: string, shape: string, line: string];

const inSentences: readonly Realistic[] = [
  ['password for a place', 'hunter2{low:6}', 'the password for staging is @@'],
  [
    'password of an account',
    '{an:4}-{dig:2}{an:2}-{an:4}',
    'The password of the deploy account on db-3 is now @@, tell Anna.',
  ],
  ['password that was', 'Winter{dig:4}!', 'the old admin password was @@ and nobody changed it'],
  ['password set to', 'Tr0ub4dor&{dig:3}', 'I set the root password on the router to @@ for now'],
  ['password in Markdown', 'b4nana{let:5}', 'The Wi-Fi password in the office is `@@`.'],
  ['password in brackets', 'Sommer{dig:4}', 'log in as admin (password @@) and look at the queue'],
  ['passphrase for a key', 'correct-horse-{let:7}-staple', 'the passphrase for the backup key is @@'],
  ['user and password', 'hunter2{dig:4}', 'staging login: admin / @@'],
  ['credentials in a pair', 'S3cr3t{let:5}!', 'credentials for grafana are admin:@@'],
  ['credentials with words', 'pa55{let:6}', 'creds: user deploy, pass @@'],
  ['username and password', 'Qw3rty{let:4}', 'log in with username ops and password @@'],
  ['recovery code', '{low:5}-{low:5}', 'GitHub recovery code: @@'],
  ['recovery codes', '{hex:4}-{hex:4}-{hex:4}', '2FA backup codes are @@ and they work once'],
  ['recovery key of a disk', '{dig:6}-{dig:6}-{dig:6}-{dig:6}-{dig:6}-{dig:6}-{dig:6}-{dig:6}', 'BitLocker says @@'],
  ['API key for a service', '{an:28}', 'the API key for the weather service is @@'],
  ['token in German', '{an:20}', 'Das Token für den Server lautet @@'],
  ['password in German', 'Geheim{dig:5}', 'Das Passwort für den NAS ist @@'],
  ['short Vault token', 'hvs.{an:14}', 'unsealed, root token @@'],
];

const inCommands: readonly Realistic[] = [
  ['htpasswd', 'hunter2{let:5}', 'htpasswd -b /etc/nginx/.htpasswd admin @@'],
  ['htpasswd to the terminal', '{an:12}', 'htpasswd -nbB bob @@'],
  ['nmcli', 'cafe{dig:4}{let:4}', 'nmcli device wifi connect Home password @@'],
  ['nmcli key', '{an:12}', 'nmcli con modify Home wifi-sec.psk @@'],
  ['Vault login', 's.{an:12}', 'vault login @@'],
  ['chpasswd', 'hunter3{let:5}', 'echo "deploy:@@" | chpasswd'],
  ['openssl pass', '{an:12}', 'openssl enc -d -aes-256-cbc -in dump.enc -pass pass:@@'],
  ['net use', 'Fr1day{let:5}', 'net use Z: \\\\nas\\share /user:bob @@'],
  ['curl user', '{an:14}', 'curl -u admin:@@ https://acme.io/api'],
  ['mysql', '{an:12}', 'mysql -u root -p@@ app'],
  ['sshpass', 'hunter4{let:5}', "sshpass -p '@@' ssh root@10.0.0.5"],
  ['docker login', '{an:16}', 'docker login -u bob -p @@ registry.acme.io'],
  ['environment of a command', '{pw:14}', 'PGPASSWORD=@@ psql -h db -U app'],
  ['gpg passphrase', '{an:14}', 'gpg --batch --passphrase @@ -d dump.gpg'],
];

const elsewhere: readonly Realistic[] = [
  ['bearer header', '{an:40}', 'Authorization: Bearer @@'],
  ['basic header', 'YWRtaW46{an:16}', 'curl -H "Authorization: Basic @@" https://acme.io'],
  ['session cookie', '{url:32}', 'Cookie: theme=dark; sessionid=@@'],
  ['key header', '{an:32}', "curl -H 'X-API-Key: @@' https://api.acme.io"],
  ['Postgres URL', '{an:16}', 'DATABASE_URL=postgres://app:@@@db.acme.io:5432/app'],
  ['MongoDB URL', '{an:20}', 'connect to mongodb+srv://admin:@@@cluster0.abcde.mongodb.net/test'],
  ['Redis URL', '{an:24}', 'redis://:@@@cache.acme.io:6379/0'],
  ['ADO connection string', '{an:14}', 'Server=db;Database=app;User Id=sa;Password=@@;Encrypt=true'],
  ['storage account', '{b64:86}==', 'AccountName=acme;AccountKey=@@;EndpointSuffix=core.windows.net'],
  ['GitHub token', 'ghp_{an:36}', 'push failed with @@ again'],
  ['AWS key', 'AKIA{b32:16}', 'rotate @@ before Friday'],
  ['AWS secret', '{b64:40}', 'aws_secret_access_key = @@'],
  ['Slack token', 'xoxb-{dig:12}-{dig:12}-{an:24}', 'the bot posts with @@'],
  ['Stripe key', 'sk_live_{an:24}', 'charge failed for @@'],
  ['OpenAI key', 'sk-proj-{an:48}', 'export OPENAI_API_KEY=@@'],
  ['JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJ{an:30}.{url:43}', 'got @@ back from the login'],
  ['npm token', 'npm_{an:36}', '_authToken=@@'],
  ['line of an .env file', '{pw:16}', 'SMTP_PASSWORD="@@"'],
  ['line of a YAML file', '{pw:14}', '  password: @@'],
  ['line of a netrc', '{an:14}', 'machine api.acme.io login bob password @@'],
  ['line of a pgpass', '{an:14}', 'db.acme.io:5432:app:bob:@@'],
  ['Kubernetes literal', '{an:14}', 'kubectl create secret generic db --from-literal=password=@@'],
];

/** Of files and branches alike: no slash, space or colon in them. */
const inNames: readonly Realistic[] = [
  ['GitHub token in a name', 'ghp_{an:36}', 'rotate-@@'],
  ['GitHub token behind an underscore', 'ghp_{an:36}', 'old_token_@@'],
  ['AWS key in a name', 'AKIA{b32:16}', 'accessKeys_@@.csv'],
  ['Stripe key in a name', 'sk_live_{an:24}', 'fix-@@'],
  ['Slack token in a name', 'xoxb-{dig:12}-{dig:12}-{an:24}', '@@.txt'],
  ['password in a name', '{an:14}', 'db_password=@@'],
  ['password in a file name', 'hunter2{low:6}', 'password=@@.txt'],
  ['password behind a dash', 'hunter2{low:6}', 'password-is-@@'],
  ['npm token in a name', 'npm_{an:36}', 'publish-with-@@'],
  ['Vault token in a name', 'hvs.{an:24}', 'vault-@@'],
];

export interface Made {
  readonly name: string;
  readonly value: string;
  readonly line: string;
}

function made(kinds: readonly Realistic[], seed: number): Made[] {
  return kinds.map(([name, shape, line], index) => {
    const value = seeded(seed * 1000 + index).fill(shape);
    return { name, value, line: line.replaceAll('@@', () => value) };
  });
}

/** Each kind once, with values of this seed: no two of them alike. */
export function realistic(seed = 1): Made[] {
  return made([...inSentences, ...inCommands, ...elsewhere], seed);
}

/** The same for names of files and branches. */
export function realisticNames(seed = 1): Made[] {
  return made(inNames, seed + 500);
}

export const realisticKinds: readonly Realistic[] = [...inSentences, ...inCommands, ...elsewhere, ...inNames];
