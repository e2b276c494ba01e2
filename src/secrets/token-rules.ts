// Credentials that can be told by their own shape: a vendor's prefix, a checksum's length, a header line.

/** A rule's name for people, literals of which at least one must be there (so that most rules cost one look), and its pattern. */
type Row = readonly [name: string, hints: string, pattern: string];

const w = '[A-Za-z0-9_-]';
const an = '[A-Za-z0-9]';
const hex = '[0-9a-f]';

// Patterns are linear: no nested repetition, every repetition bounded or over one character class.
const rows: readonly Row[] = [
  [
    'private-key',
    'PRIVATE',
    '-----BEGIN[ +][A-Z0-9 +]{0,40}PRIVATE KEY(?: BLOCK)?-----[\\s\\S]{0,8192}?(?:-----END[ +][A-Z0-9 +]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)',
  ],
  ['putty-key', 'PuTTY', 'PuTTY-User-Key-File-[23]:[\\s\\S]{0,8192}?Private-MAC: ?[0-9a-f]{40,64}'],
  ['age-key', 'AGE-SECRET', 'AGE-SECRET-KEY-1[0-9A-Z]{50,60}'],
  ['jwt', '.ey', 'ey[A-Za-z0-9]{10,}\\.ey[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{10,}={0,2}'],
  ['aws-access-key', 'AKIA ASIA ABIA ACCA A3T', '(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])'],
  ['aws-bedrock-key', 'ABSK bedrock-api-key-', 'ABSK[A-Za-z0-9+/]{60,}={0,2}|bedrock-api-key-[A-Za-z0-9+/=]{20,}'],
  ['google-api-key', 'AIza', `AIza${w}{35}(?!${w})`],
  ['google-oauth-secret', 'GOCSPX', `GOCSPX-${w}{24,}`],
  ['google-oauth-token', 'ya29. 1//0', `ya29\\.[A-Za-z0-9_.-]{20,}|1//0${w}{30,}`],
  ['github-token', 'ghp_ gho_ ghu_ ghs_ ghr_', `(?:ghp|gho|ghu|ghs|ghr)_${an}{30,255}`],
  ['github-fine-token', 'github_pat_', 'github_pat_[A-Za-z0-9_]{40,255}'],
  [
    'gitlab-token',
    'glpat glptt gldt glrt glcbt glsoat glimt glft glagent gloas glffct glwt',
    `(?:glpat|glptt|gldt|glrtr?|glcbt|glsoat|glimt|glft|glagent|gloas|glffct|glwt|glpat-)-${w}{16,}(?:\\.[A-Za-z0-9_.-]{5,})?`,
  ],
  ['bitbucket-token', 'ATBB BBDC', `ATBB${an}{24,}|BBDC-[A-Za-z0-9+/]{30,}`],
  ['atlassian-token', 'ATATT3x ATCTT3x', 'ATATT3x[A-Za-z0-9_=-]{40,}|ATCTT3x[A-Za-z0-9_=-]{40,}'],
  ['slack-token', 'xox xapp-', 'xox[abeoprs](?:\\.xox[bp])?-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{20,}'],
  [
    'slack-webhook',
    'hooks.slack',
    'https://hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_+-]{20,}',
  ],
  ['discord-token', '.', `[MNO][A-Za-z0-9_-]{23,27}\\.${w}{6}\\.${w}{27,40}`],
  [
    'discord-webhook',
    'api/webhooks',
    `https://(?:ptb\\.|canary\\.)?discord(?:app)?\\.com/api/webhooks/[0-9]{15,22}/${w}{40,}`,
  ],
  ['teams-webhook', 'webhookb2', 'https://[a-z0-9-]{1,63}\\.webhook\\.office\\.com/webhookb2/[A-Za-z0-9@/-]{40,}'],
  ['telegram-token', ':A', `[0-9]{8,10}:A[A-Za-z0-9_-]{32,36}(?!${w})`],
  ['stripe-key', 'sk_ rk_ whsec_', `(?:sk|rk)_(?:live|test|prod)_${an}{10,}|whsec_[A-Za-z0-9+/=]{24,}`],
  ['square-token', 'sq0 EAAA', `sq0(?:atp|csp|idp)-${w}{20,}|EAAA[EA-Za-z0-9_-]{56,64}`],
  ['paypal-token', 'access_token$', `access_token\\$(?:production|sandbox)\\$[0-9a-z]{8,}\\$${hex}{32}`],
  [
    'plaid-token',
    'access-',
    `access-(?:sandbox|development|production)-${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`,
  ],
  ['flutterwave-key', 'FLWSECK', 'FLWSECK(?:_TEST)?-[A-Za-z0-9-]{12,}'],
  ['shopify-token', 'shp', 'shp(?:at|ca|pa|ss|tka|ua)_[A-Fa-f0-9]{32}'],
  ['twilio-key', 'SK', 'SK[0-9a-f]{32}(?![A-Za-z0-9])'],
  ['sendgrid-key', 'SG.', `SG\\.${w}{16,32}\\.${w}{32,64}`],
  ['mailgun-key', '-', `key-[0-9a-z]{32}(?![A-Za-z0-9])|${hex}{32}-${hex}{8}-${hex}{8}(?![A-Za-z0-9-])`],
  ['mailchimp-key', '-us', `${hex}{32}-us[0-9]{1,2}(?![A-Za-z0-9])`],
  ['brevo-key', 'sib-', `xkeysib-${hex}{64}-${an}{16}|xsmtpsib-${hex}{64}-${an}{16}`],
  ['npm-token', 'npm_', `npm_${an}{30,}`],
  ['pypi-token', 'pypi-', 'pypi-[A-Za-z0-9_-]{50,}'],
  ['rubygems-key', 'rubygems_', `rubygems_${hex}{40,}`],
  ['nuget-key', 'oy2', 'oy2[a-z0-9]{43}(?![A-Za-z0-9])'],
  ['cargo-token', 'cio', `cio${an}{32}(?![A-Za-z0-9])`],
  ['clojars-token', 'CLOJARS_', 'CLOJARS_[a-z0-9]{50,}'],
  ['docker-token', 'dckr_', `dckr_(?:pat|oat)_${w}{20,}`],
  [
    'openai-key',
    'sk- sess-',
    `sk-(?:proj|svcacct|admin|None)-${w}{20,}|sk-${an}{20}T3BlbkFJ${an}{20}|sk-${an}{32,}|sess-${an}{40}`,
  ],
  ['anthropic-key', 'sk-ant-', `sk-ant-(?:api|admin|oat|ort|sid)?[0-9]{0,2}-?${w}{24,}`],
  ['openrouter-key', 'sk-or-', `sk-or-(?:v1-)?${an}{32,}`],
  ['groq-key', 'gsk_', `gsk_${an}{40,}`],
  ['xai-key', 'xai-', `xai-${an}{40,}`],
  ['perplexity-key', 'pplx-', `pplx-${an}{32,}`],
  ['replicate-token', 'r8_', `r8_${an}{36,}`],
  ['huggingface-token', 'hf_ api_org_', `(?:hf|api_org)_${an}{30,}`],
  ['fireworks-key', 'fw_', `fw_${an}{22,}`],
  ['nvidia-key', 'nvapi-', `nvapi-${w}{40,}`],
  ['langsmith-key', 'ls', `ls(?:v2)?_(?:pt|sk)_${hex}{32}_${hex}{10}|lsv2_(?:pt|sk)_${an}{32,}`],
  ['langfuse-key', 'sk-lf-', `sk-lf-${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`],
  ['pinecone-key', 'pcsk_', `pcsk_${an}{5,8}_${an}{40,}`],
  ['tavily-key', 'tvly-', `tvly-(?:dev-|prod-)?${an}{24,}`],
  ['heroku-key', 'HRKU-', `HRKU-(?:AA)?[A-Za-z0-9_-]{36,}`],
  ['digitalocean-token', '_v1_', `do[opr]_v1_${hex}{64}`],
  ['cloudflare-key', 'v1.0- cfut_ cfat_ cfk_', `v1\\.0-${hex}{24}-${hex}{146}|cf(?:ut|at|k)_${an}{40,}`],
  [
    'fly-token',
    'FlyV1 fm1 fm2 fo1_',
    'FlyV1 fm[12]_[A-Za-z0-9+/=,_-]{40,}|fm[12][ar]?_[A-Za-z0-9+/=_-]{80,}|fo1_[A-Za-z0-9_-]{40,}',
  ],
  ['render-key', 'rnd_', `rnd_${an}{28,}`],
  ['netlify-token', 'nfp_ nfc_ nfo_ nfu_ nfb_', `nf[pcoub]_${an}{36,}`],
  ['vercel-token', 'vcp_ vck_ vci_ vca_ vcr_ vct_ vercel_blob', `vc[pkiart]_${w}{24,}|vercel_blob_rw_${w}{20,}`],
  ['supabase-key', 'sbp_ sb_secret_', `sbp_(?:oauth_|v0_)?${hex}{40}|sb_secret_${w}{20,}`],
  ['planetscale-token', 'pscale_', `pscale_(?:tkn|pw|oauth)_[A-Za-z0-9=._-]{30,}`],
  ['neon-key', 'napi_ npg_', 'napi_[a-z0-9]{60,}|npg_[A-Za-z0-9]{12,}'],
  ['databricks-token', 'dapi', `dapi${hex}{32}(?:-[0-9])?`],
  ['doppler-token', 'dp.', `dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{1,40}\\.)?${an}{40,44}`],
  ['vault-token', 'hvs. hvb. hvr. s. b.', `hv[sbr]\\.${w}{24,}|(?<![A-Za-z0-9.])[sb]\\.${an}{24}(?![A-Za-z0-9.])`],
  ['terraform-token', '.atlasv1.', `${an}{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,}`],
  ['pulumi-token', 'pul-', `pul-${hex}{40}`],
  [
    'onepassword-token',
    'ops_eyJ A3-',
    'ops_eyJ[A-Za-z0-9+/=_-]{60,}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{5,6}-){4,5}[A-Z0-9]{5}',
  ],
  ['infracost-key', 'ico-', `ico-${an}{32}`],
  ['linear-key', 'lin_', `lin_(?:api|oauth)_${an}{32,}`],
  ['notion-token', 'secret_ ntn_', `(?:secret_${an}{43}|ntn_${an}{40,})`],
  ['airtable-token', 'pat', `pat${an}{14}\\.${hex}{64}`],
  ['figma-token', 'figd_ figo_ figu_ figdr_ figor_ figur_', `fig[dou]r?_${w}{32,}`],
  ['postman-key', 'PMAK-', `PMAK-${hex}{24}-${hex}{34}`],
  ['hubspot-token', 'pat-', `pat-(?:na|eu|ap)[0-9]-${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`],
  ['typeform-token', 'tfp_', 'tfp_[A-Za-z0-9_.=-]{40,}'],
  ['contentful-token', 'CFPAT-', `CFPAT-${w}{40,}`],
  ['asana-token', '/', '[0-9]/[0-9]{12,16}(?:/[0-9]{12,16})?:[0-9a-f]{32}'],
  ['dropbox-token', 'sl.', 'sl\\.(?:u\\.)?[A-Za-z0-9_-]{120,}'],
  ['facebook-token', 'EAA |', 'EAA[MC][A-Za-z0-9]{50,}|[0-9]{15,16}\\|[A-Za-z0-9_-]{26,28}'],
  ['twitter-bearer', 'AAAAAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%]{60,}'],
  ['mapbox-token', 'sk.eyJ', 'sk\\.eyJ[A-Za-z0-9_-]{50,}\\.[A-Za-z0-9_-]{20,}'],
  ['sentry-token', 'sntry', `sntry[sua]_${an}[A-Za-z0-9+/=_]{40,}`],
  [
    'grafana-token',
    'glsa_ glc_ eyJrIjoi',
    'gl(?:sa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|c_[A-Za-z0-9+/=]{32,})|eyJrIjoi[A-Za-z0-9+/=]{60,}',
  ],
  ['newrelic-key', 'NR', 'NR(?:AK|JS|II|AA|RA|IQ|BR)-[A-Za-z0-9_-]{19,}'],
  ['dynatrace-token', 'dt0', 'dt0[a-z][0-9]{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}'],
  ['honeycomb-key', 'hca hcb hcx', `hc[abx](?:ik|lk|mk)_${an}{50,}`],
  ['posthog-key', 'phx_ phs_', `ph[xs]_${an}{40,}`],
  ['circleci-token', 'CCIPAT_', `CCIPAT_${an}{10,}_${hex}{40}`],
  ['buildkite-token', 'bkua_ bkct_ bkaj_ bkpat_', `bk(?:ua|ct|aj|pat)_${an}{40}`],
  ['sonar-token', 'sqa_ sqp_ squ_', `sq[apu]_${hex}{40}`],
  ['snyk-token', 'snyk_', 'snyk_(?:uat|sat)\\.[a-z0-9]{8}\\.[A-Za-z0-9_.-]{30,}'],
  ['jfrog-token', 'AKCp cmVmdGtu', 'AKCp[A-Za-z0-9]{64,}|cmVmdGtu[A-Za-z0-9]{50,}'],
  ['openshift-token', 'sha256~', `sha256~${w}{40,}`],
  ['prefect-key', 'pnu_ pnb_', `pn[ub]_${an}{36}`],
  ['readme-key', 'rdme_', 'rdme_[a-z0-9]{60,}'],
  ['adafruit-key', 'aio_', `aio_${an}{28}`],
  ['adobe-secret', 'p8e-', `p8e-${an}{32}`],
  ['alibaba-key', 'LTAI', `LTAI${an}{17,21}(?![A-Za-z0-9])`],
  ['tencent-key', 'AKID', `AKID${an}{32}(?![A-Za-z0-9])`],
  [
    'yandex-key',
    'AQVN t1. y0_ y1_ y2_ y3_',
    'AQVN[A-Za-z0-9_-]{35,38}|t1\\.[A-Z0-9a-z_-]+={0,2}\\.[A-Z0-9a-z_-]{86}={0,2}|y[0-3]_[A-Za-z0-9_-]{55,60}',
  ],
  ['azure-secret', 'Q~', `[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}`],
  ['azure-storage-key', 'AccountKey= SharedAccessKey=', '(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{40,}={0,2}'],
  ['azure-sas', 'sig=', '(?:[?&]|SharedAccessSignature )sig=[A-Za-z0-9%+/]{30,}={0,2}'],
  ['firebase-key', ':APA91b', `AAAA${w}{7}:APA91b${w}{100,}`],
  ['dockerconfig-auth', '"auth"', '"auth"\\s*:\\s*"[A-Za-z0-9+/]{12,}={0,2}"'],
  ['duffel-token', 'duffel_', `duffel_(?:test|live)_${w}{40,}`],
  ['easypost-key', 'EZAK EZTK', `EZ[AT]K${an}{50,}`],
  ['gocardless-token', 'live_ sandbox_', `(?:live|sandbox)_${w}{40}(?!${w})`],
  ['lob-key', 'live_ test_', `(?:live|test)_(?:pub_)?${hex}{31,35}(?![A-Za-z0-9])`],
  ['shippo-token', 'shippo_', `shippo_(?:live|test)_${hex}{40}`],
  ['frameio-token', 'fio-u-', `fio-u-${w}{60,}`],
  ['scalingo-token', 'tk-us-', `tk-us-${w}{40,}`],
  ['prefixed-token', 'wandb_v1_ rpa_ tskey-', `(?:wandb_v1_|rpa_|tskey-(?:api|auth|client|scim|webhook)-)${w}{20,}`],
  ['resend-key', 're_', `re_${an}{6,12}_${an}{16,28}`],
  ['stytch-secret', 'secret-', `secret-(?:live|test)-${w}{30,}`],
  ['clerk-secret', 'sk_', `sk_(?:live|test)_${w}{30,}`],
  ['bcrypt-hash', '$2', '\\$2[aby]\\$[0-9]{2}\\$[./A-Za-z0-9]{53}'],
  ['crypt-hash', '$6$ $5$ $y$', '\\$(?:6|5|y)\\$[./A-Za-z0-9$=,]{8,40}\\$[./A-Za-z0-9]{40,90}'],
];

/** Where a token of a known shape stands. */
export interface TokenHit {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Finds them. A pattern is compiled only when one of its literals is in the text: a recorded step must not pay for 130 of them. */
export function findByShape(text: string): TokenHit[] {
  const hits: TokenHit[] = [];
  for (const [name, hints, pattern] of rows) {
    if (!hints.split(' ').some((hint) => text.includes(hint))) continue;
    // A token never starts in the middle of a word; what ends it is in its own pattern.
    for (const match of text.matchAll(new RegExp(`(?<![A-Za-z0-9_])(?:${pattern})`, 'gu'))) {
      hits.push({ name, start: match.index, end: match.index + match[0].length });
    }
  }
  return hits;
}
