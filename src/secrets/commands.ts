// Passwords among the arguments of programs that take them there, or on their standard input.
import type { Row } from './carriers.ts';
import { isDrawn, isPassword, isPlaceholder, isRandom } from './values.ts';

const edge = '(?<![A-Za-z0-9])';
const gap = '[ \\t]{1,4}';
const some = '[^\\n|;]{0,160}?';
const argument = `["']?(?<v>[^\\s"'\`<>|;&/-][^\\s"'\`<>|;&]{3,255})`;

const given = (value: string): boolean => !isPlaceholder(value) && !/^[0-9]{1,5}$/u.test(value);
const likely = (value: string): boolean => isPassword(value, 'bare') || isRandom(value, 12, 'bare');
/** What is said into these is a password or a token, and nothing else. */
const asksForOne =
  '(?:sudo[ \\t]+(?:-[A-Za-z]+[ \\t]+){0,3}-S\\b|(?:sudo[ \\t]+)?(?:passwd[ \\t]+--stdin|cryptsetup\\b|(?:docker|podman|helm registry)[ \\t]login\\b[^\\n|;]{0,120}--password-stdin|gh auth login\\b))';

export const commandRows: readonly Row[] = [
  // With `-n` there is no file before the name.
  [
    'command-password',
    ['htpasswd'],
    `${edge}htpasswd${gap}(?=[^\\n]{0,60}?-[A-Za-z]{0,6}n)(?=[^\\n]{0,60}?-[A-Za-z]{0,6}b)(?:-[A-Za-z0-9]{1,8}${gap}(?:[0-9]{1,2}${gap})?){1,5}[^\\s-]\\S{0,64}${gap}${argument}`,
    given,
  ],
  [
    'command-password',
    ['htpasswd'],
    `${edge}htpasswd${gap}(?=[^\\n]{0,60}?-[A-Za-z]{0,6}b)(?:-[A-Za-z0-9]{1,8}${gap}(?:[0-9]{1,2}${gap})?){1,5}[^\\s-]\\S{0,255}${gap}\\S{1,64}${gap}${argument}`,
    given,
  ],
  [
    'command-password',
    ['nmcli'],
    `${edge}nmcli\\b${some}[ \\t](?:password|[\\w-]{1,40}\\.(?:psk|password|wep-key[0-9]))${gap}${argument}`,
    given,
  ],
  [
    'command-password',
    ['wpa_passphrase'],
    `${edge}wpa_passphrase${gap}(?:"[^"\\n]{1,64}"|'[^'\\n]{1,64}'|[^\\s"']{1,64})${gap}${argument}`,
    given,
  ],
  [
    'command-password',
    ['chpasswd'],
    `${edge}[\\w.-]{1,32}:(?<v>[^\\s"':|]{4,128})["']?[ \\t]{0,4}\\|[ \\t]{0,4}(?:sudo[ \\t]+)?chpasswd`,
    given,
  ],
  [
    'command-password',
    ['chpasswd'],
    `${edge}chpasswd[ \\t]{0,4}<<<[ \\t]{0,4}["']?[\\w.-]{1,32}:(?<v>[^\\s"':|]{4,128})`,
    given,
  ],
  [
    'command-password',
    ['echo', 'printf'],
    `${edge}(?:echo|printf)${gap}(?:-[ne]{1,2}${gap})?(?:["']?%s(?:\\\\n)?["']?${gap})?["']?(?<v>[^\\s"'\`|]{4,255})["']?[ \\t]{0,4}\\|[ \\t]{0,4}${asksForOne}`,
    given,
  ],
  ['command-password', ['net use'], `${edge}net use\\b${some}/user:\\S{1,64}${gap}${argument}`, given],
  [
    'command-password',
    ['net use'],
    `${edge}net use${gap}(?:[A-Za-z*]:?${gap})?\\\\\\\\\\S{1,128}${gap}${argument}`,
    likely,
  ],
  ['command-password', ['net user'], `${edge}net user${gap}[\\w.-]{1,64}${gap}${argument}`, likely],
  [
    'command-password',
    ['plink', 'pscp', 'psftp'],
    `${edge}(?:plink|pscp|psftp)\\b${some}[ \\t]-pw${gap}${argument}`,
    given,
  ],
  ['command-password', ['freerdp'], `${edge}\\w?freerdp[0-9]?\\b${some}[ \\t]/p:["']?(?<v>[^\\s"']{4,128})`, given],
  ['command-password', ['lftp'], `${edge}lftp\\b${some}[ \\t]-u${gap}[^\\s,"']{1,64},(?<v>[^\\s"']{4,128})`, given],
  [
    'command-password',
    ['mosquitto_'],
    `${edge}mosquitto_(?:pub|sub|passwd)\\b${some}[ \\t]-(?:P|b${gap}\\S{1,255}${gap}\\S{1,64})${gap}${argument}`,
    given,
  ],
  [
    'command-password',
    ['mc alias'],
    `${edge}mc alias set${gap}\\S{1,64}${gap}\\S{1,255}${gap}\\S{1,128}${gap}${argument}`,
    given,
  ],
  [
    'command-password',
    ['sftp', 'ftp', 'ssh', 'scp'],
    `${edge}(?:sftp|lftp|ftp|ssh|scp)\\b${some}[ \\t][\\w.-]{1,64}:(?<v>[^\\s"'/:]{6,128})@[A-Za-z0-9[]`,
    isDrawn,
  ],
  ['command-password', ['openssl'], `${edge}openssl${gap}enc\\b${some}[ \\t]-k${gap}${argument}`, likely],
  [
    'command-password',
    ['gh auth login'],
    `${edge}gh auth login\\b${some}<<<[ \\t]{0,4}["']?(?<v>[^\\s"'\`|]{4,255})`,
    given,
  ],
  ['command-password', ['--from-literal'], `--from-literal[= ]["']?[\\w.-]{1,80}=["']?(?<v>[^\\s"']{6,255})`, isDrawn],
];
