/** What nobody may find anywhere, by what it is. No text of it stands in the sources as a whole. */
export interface PlantedSecrets {
  /** The token that the program works with. */
  readonly botToken: string;
  /** The token of another bot, which somebody wrote into texts, arguments and files. */
  readonly otherBotToken: string;
  readonly webhookToken: string;
  readonly bearer: string;
  readonly jwt: string;
  readonly interactionToken: string;
}

const toBase64 = (text: string) => Buffer.from(text).toString('base64url');

/** Secrets of every shape that is known, each unlike anything that is there by chance. */
export const planted: PlantedSecrets = {
  botToken: `${toBase64('123456789012345678')}.GsWork.${'wOrKiNgToKeN_09-'.repeat(2)}aQzX7`,
  otherBotToken: `${toBase64('223456789012345678')}.GxOther.${'oThErToKeN_18-'.repeat(2)}bRyW6`,
  webhookToken: 'wEbHoOkPlAnTeD_27-'.repeat(4).slice(0, 68),
  bearer: `${'bEaReR/36+'.repeat(3)}cSvU5==`,
  jwt: `${toBase64('{"alg":"HS256"}')}.${toBase64('{"sub":"jwt-planted-45"}')}.jWtSiGnEd_54-dTuT4`,
  interactionToken: toBase64('interaction:1200000000000000001:iNtErAcTiOn63eUtS3'),
};

/** A text that somebody could write by mistake, with every shape in it. */
export const leak = [
  `bot ${planted.otherBotToken}`,
  `hook https://discord.com/api/webhooks/1200000000000000009/${planted.webhookToken}`,
  `Authorization: Bearer ${planted.bearer}`,
  `jwt ${planted.jwt}`,
  `callback /interactions/1200000000000000008/${planted.interactionToken}/callback`,
].join(' ; ');
