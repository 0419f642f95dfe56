// The quickstart with a signed card and a webhook endpoint. Prints the secret of the endpoint, and the notes.
import { client, given } from "./given.mjs";

const wellwish = client();
const [purchase] = (await wellwish.bundlePurchases.listAvailable()).data;
const [template] = (await wellwish.templates.list({ limit: 1 })).data;
const endpoint = await wellwish.webhookEndpoints.create({
  url: given("RECEIVER_URL"),
  event_types: ["contribution.created"],
});
const card = await wellwish.cards.create({
  title: "Happy birthday, Maya",
  sender: "Priya and friends",
  recipient: "Maya",
  template_id: template!.template_id,
  bundle_purchase_id: purchase!.bundle_purchase_id,
  collection: { add_money: "everyone", currency: "EUR" },
});
await wellwish.invitations.create({
  card_id: card.id,
  message: "Sign before Friday",
  invitees: [{ delivery_type: "email", delivery_id: "jonas@example.com" }],
});
const [invitation] = (await wellwish.invitations.list(card.id)).data;
await wellwish.invitations.resend({ invite_id: invitation!.invite_id });
await wellwish.cardAdmins.create({
  card_id: card.id,
  email: "sam@example.com",
  privilege: { invite_contributors: true },
});
await wellwish.contributions.create(card.id, { name: "Jonas", note: { text: "Many more, Maya!" } });
const csv = new TextDecoder().decode(await wellwish.cards.exportNotes(card.id));
console.log(JSON.stringify({ secret: endpoint.secret, csv }));
