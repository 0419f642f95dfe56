// The quickstart with a signed card and a webhook endpoint.
import type { models, Wellwish } from "wellwish";

/** Returns the card and the secret of the endpoint. */
export async function walk(wellwish: Wellwish, receiverUrl: string): Promise<{ card: models.Card; secret: string }> {
  const [purchase] = (await wellwish.bundlePurchases.listAvailable()).data;
  const [template] = (await wellwish.templates.list({ limit: 1 })).data;
  const endpoint = await wellwish.webhookEndpoints.create({
    url: receiverUrl,
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
  return { card, secret: endpoint.secret };
}
