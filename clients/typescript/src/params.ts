// The bodies of requests. Written by `script/generate clients`.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Changes to the account. Absent fields stay unchanged; null restores the default. */
        AccountChange: {
            /** @description Name of the account. */
            name?: components["schemas"]["RequiredLine"];
            /** @description Two-letter code of the country (ISO 3166-1). */
            country?: string | null;
            /** @description Currency of new cards; null is USD. */
            currency?: string | null;
            /** @description Time zone of new cards; null is UTC. */
            timezone?: string | null;
            /** @description Language of new cards and of emails to owners (BCP 47); null is `en`. */
            locale?: string | null;
            /**
             * Format: int32
             * @description Number of days after which a closed card is erased with its notes and media; null keeps cards. Also applies to existing cards, except those with money that was not refunded.
             */
            erase_cards_after_days?: number | null;
            /** @description Address for replies to the emails of cards without a `reply_to`. Wellwish emails a link to it, and uses it after a reader has confirmed it. If you send it again before that, it gets another link. */
            reply_to?: components["schemas"]["Email"] | null;
            /** @description Origins whose pages may embed the signing form. */
            embed_origins?: string[] | null;
            /** @description Whether members see the dates of people; null is false. */
            members_see_dates?: boolean | null;
            /** @description Days off, such as public holidays. Saturdays and Sundays are always days off. Cards for occasions open and close on other days. Existing cards are unchanged. */
            holidays?: string[] | null;
            /** @description Your text in the email to new people; null for none. */
            people_notice?: components["schemas"]["TextOrNull"];
        };
        /** @description The new time or the duration of the advance. Exactly one member must be present. */
        Advance: {
            /** @description ISO 8601 duration, at most 730 days. */
            by?: string | null;
            /** @description New time of the test data, at most 730 days ahead. */
            to?: string | null;
        };
        /** @enum {string} */
        Audience: "everyone" | "contributors" | "recipient" | "admins" | "nobody";
        /** @description A card of the batch. Its other fields have their defaults and can be changed by updating the card. */
        BatchCard: {
            /** @description Title of the card. */
            title: components["schemas"]["RequiredLine"];
            /** @description Template of the card, from `GET /api/templates`. */
            template_id: components["schemas"]["TemplateId"];
            /** @description Name of the first recipient. */
            recipient?: components["schemas"]["LineOrNull"];
            /** @description Email address of the first recipient. */
            recipient_email?: components["schemas"]["Email"] | null;
            /** @description When contributing ends. A date is the end of that day; a time without offset is in `timezone`. */
            contribution_end_date?: components["schemas"]["EndDate"] | null;
        };
        /** @description ID of the bundle purchase. */
        BundlePurchaseId: string;
        /** @description Whether to refund the card's money. */
        Cancelling: {
            /** @description Refund all payments, then cancel the card; requires `If-Match` and `Idempotency-Key`. If false, a card with money cannot be cancelled. Default: `false`. */
            refund?: boolean | null;
        };
        /** @description Changes to a card. Absent fields stay unchanged; null clears a field or restores its default. */
        CardChange: {
            /** @description Title of the card. */
            title?: components["schemas"]["RequiredLine"];
            /** @description Name of the sender, as shown on the card. */
            sender?: components["schemas"]["RequiredLine"];
            /** @description Template of the card, from `GET /api/templates`. */
            template_id?: components["schemas"]["TemplateId"];
            collection?: components["schemas"]["CollectionChange"];
            /** @description Name of the first recipient. */
            recipient?: components["schemas"]["LineOrNull"];
            /** @description Email address of the first recipient. */
            recipient_email?: components["schemas"]["Email"] | null;
            /** @description Recipients of the card. */
            recipients?: components["schemas"]["NewRecipient"][] | null;
            audio_file?: components["schemas"]["NewAudioFile"] | null;
            /** @description Whether invitees who have not signed are reminded. */
            auto_reminders?: boolean | null;
            /** @description Whether the finished card has a public view link. */
            public_read?: boolean | null;
            /** @description When contributing ends. A date is the end of that day; a time without offset is in `timezone`. */
            contribution_end_date?: components["schemas"]["EndDate"] | null;
            /**
             * Format: int32
             * @description Maximum number of contributions; 0 for no limit.
             */
            contribution_limit?: number | null;
            /** @description URL of a logo. It is shown once the server has copied it to the media store. */
            custom_logo?: string | null;
            /** @description Effect that plays when the card is opened. Default: the template's effect. */
            custom_effect?: components["schemas"]["Effect"] | null;
            /** @description Your own data, stored unchanged and visible only to the owner. */
            extra_data?: string | null;
            /** @description Name of a palette of the template. Default: its first palette. */
            palette?: string | null;
            /** @description Text on the cover, line by line. A line that is only a number is large in some designs. */
            cover_text?: string[] | null;
            /** @description When notes are reviewed: never (`off`), or before (`pre`) or after (`post`) they are published. */
            moderation?: ("off" | "pre" | "post") | null;
            /** @description Who can read published notes before the card is closed: everyone with a signing link (`everyone`), those who have signed (`signed`), or only admins and the owner (`nobody`). */
            see_notes?: ("everyone" | "signed" | "nobody") | null;
            /** @description IANA time zone. */
            timezone?: string | null;
            locale?: components["schemas"]["Locale"] | null;
            /** @description Whether the card has a shared signing link. Personal cards never have one. */
            shared_link?: boolean | null;
            /** @description Your own identifier for the card, unique within your account. */
            external_id?: components["schemas"]["LineOrNull"];
            /** @description Email address for replies to the card's emails. Without it, they state that replies aren't read. */
            reply_to?: components["schemas"]["Email"] | null;
            /** @description Emails to organisers about the open card: none, one for `each` event (or for several within 5 minutes), or a `daily` digest at 09:00 in the card's time zone. They go to active admins and to the member who created the card, or to the owners. For a card created by a program, they are sent only if this is set. */
            organiser_mail?: ("none" | "each" | "daily") | null;
        };
        /** @description ID of the card. */
        CardId: string;
        /** @description The occasion, as in `GET /api/occasions`, with all differences from its rule. */
        ChangedOccasion: {
            /** @description ID of the person. */
            person_id: components["schemas"]["PersonId"];
            /**
             * @description `birthday`; `anniversary` of the first day at work; `welcome` on the first day at work; or `date`, a custom date of the person.
             * @enum {string}
             */
            occasion: "birthday" | "anniversary" | "welcome" | "date";
            /**
             * Format: int32
             * @description Year of the date.
             */
            year: number;
            /** @description Name of the custom date, for `date`. */
            date_name?: string | null;
            /** @description Day on which the card opens, at 09:00. It is before `closes_on`, by at most 28 days. */
            opens_on?: string | null;
            /** @description Day on which the card closes, at the hour of the rule. It is at most 14 days before or after the date. */
            closes_on?: string | null;
            /** @description Title of the card, with the same placeholders as that of the rule. */
            title?: components["schemas"]["LineOrNull"];
            /** @description Message to the invitees, with the same placeholders. Line breaks are kept. */
            message?: string | null;
            /** @description Template of the card, from `GET /api/templates`. */
            template_id?: components["schemas"]["TemplateId"] | null;
        };
        /** @description Changes to the collection settings. Absent settings stay unchanged; null restores the default. */
        CollectionChange: {
            /** @description Who can add money. */
            add_money?: components["schemas"]["Audience"] | null;
            /** @description Who can see the total. */
            see_total?: components["schemas"]["Audience"] | null;
            /** @description Who can see who gave money. */
            see_contributors?: components["schemas"]["Audience"] | null;
            /** @description Whether cash can be pledged. Cash is handed over outside the service. */
            add_cash?: boolean | null;
            /** @description Whether only holders of an invitation link can pledge cash. */
            restrict_cash?: boolean | null;
            /** @description ISO 4217 currency code. */
            currency?: components["schemas"]["Currency"] | null;
            /**
             * Format: int32
             * @description Who can see the names on notes: 0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins.
             */
            see_contributor_names?: number | null;
            /** @description Suggested amounts, in minor units. */
            suggested_amounts?: number[] | null;
            /**
             * Format: int64
             * @description Smallest amount of a gift, in minor units.
             */
            min_amount?: number | null;
            /**
             * Format: int64
             * @description Largest amount of a gift, in minor units.
             */
            max_amount?: number | null;
            /**
             * Format: int64
             * @description Amount to collect, in minor units.
             */
            goal_amount?: number | null;
        };
        /** @description The corrected address, for the same delivery type. */
        Correction: {
            /** @description Email address or phone number. */
            delivery_id?: components["schemas"]["RequiredLine"];
        };
        /** @enum {string} */
        Currency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHF" | "CLF" | "CLP" | "CNY" | "COP" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "UYU" | "UYW" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG";
        /** @description Changes to the customer. Absent fields stay unchanged; null restores the default. */
        CustomerChange: {
            /** @description Your own identifier for the customer, unique among your customers. */
            external_id?: components["schemas"]["LineOrNull"];
            /**
             * @description `platform`: also your cards, once the customer's are used up.
             * @enum {string}
             */
            cards_from?: "own" | "platform";
        };
        /** @description The person whose data is exported or erased: exactly one of the fields. */
        DataSubject: {
            /** @description Email address. */
            email?: components["schemas"]["Email"] | null;
            /** @description Phone number with a country code. */
            phone?: string | null;
            /** @description ID of one of your people, who is then found by their email address, or else by their phone number. */
            person_id?: components["schemas"]["PersonId"] | null;
        };
        /** @description The fields in which the new card differs from the original. */
        Duplication: {
            /** @description Title of the card. */
            title?: components["schemas"]["RequiredLine"] | null;
            /** @description Template of the card, from `GET /api/templates`. */
            template_id?: components["schemas"]["TemplateId"] | null;
            /** @description When contributing ends. A date is the end of that day; a time without offset is in `timezone`. */
            contribution_end_date?: components["schemas"]["EndDate"] | null;
            /** @description Bundle purchase from which the card is taken. Default: the first available purchase. */
            bundle_purchase_id?: components["schemas"]["BundlePurchaseId"] | null;
            /** @description Your own identifier for the card, unique within your account. */
            external_id?: components["schemas"]["LineOrNull"];
        };
        /** @enum {string} */
        Effect: "confetti" | "balloons" | "streamers" | "planes" | "sparks" | "petals" | "stars" | "caps" | "steam" | "lights" | "snow" | "glow" | "hearts" | "none";
        /**
         * Format: email
         * @description An email address.
         */
        Email: string;
        /** @description A date or time. */
        EndDate: string;
        /** @description The person whose data is concerned, or `of` for the whole account: exactly one of the fields. */
        ExportSubject: {
            /** @description Email address. */
            email?: components["schemas"]["Email"] | null;
            /** @description Phone number with a country code. */
            phone?: string | null;
            /** @description ID of one of your people, who is then found by their email address, or else by their phone number. */
            person_id?: components["schemas"]["PersonId"] | null;
            /** @description `account` exports all data of your account. A person is named by another field. */
            of?: "account" | null;
        };
        /** @description Changes to a group. Absent fields stay unchanged, null clears a field, `members` replaces all. */
        GroupChange: {
            /** @description Name of the group, unique within your account. */
            name?: components["schemas"]["RequiredLine"];
            /** @description Your own identifier for the group, unique within your account. */
            external_id?: components["schemas"]["LineOrNull"];
            /** @description `people`: each member gets an invitation; `channel`: a chat channel gets one shared link; `team`: the members are the people of the account whose `teams` name it. */
            kind?: ("people" | "channel" | "team") | null;
            /** @description Incoming webhook URL of a Slack or Teams channel, for groups with `kind` `channel`. It is a secret and is returned masked. Sending the masked URL changes nothing. */
            webhook_url?: string | null;
            /** @description Members of the group. */
            members?: components["schemas"]["NewMember"][] | null;
        };
        /** @description ID of the group. */
        GroupId: string;
        /** @description Changes to the handover. Absent fields stay unchanged; null clears `note` and `url`. */
        HandoverChange: {
            /** @description How the recipient got the money. */
            method?: components["schemas"]["HandoverMethod"];
            /**
             * Format: int64
             * @description Amount in minor units of the card's currency, at most `collected`.
             */
            amount?: number;
            /** @description Note shown to contributors and the recipient. */
            note?: components["schemas"]["TextOrNull"];
            /** @description https URL of the gift, such as a voucher. Only the recipient's page and the owner's record show it. */
            url?: components["schemas"]["Url"] | null;
        };
        /** @enum {string} */
        HandoverMethod: "bank_transfer" | "cash" | "other" | "present" | "voucher";
        /** @enum {string} */
        InvitationReminder: "auto" | "daily" | "none" | "once" | "weekly";
        /** @description ID of the invitation. */
        InviteId: string;
        /** @description A person, channel or saved group to invite. */
        Invitee: {
            /**
             * @description Delivery channel.
             * @enum {string}
             */
            delivery_type: "email" | "sms" | "group";
            /** @description Email address; phone number; id, name or `external_id` of a saved group; or any label. */
            delivery_id: components["schemas"]["RequiredLine"];
            /** @description Name of the person, used in the greeting. */
            name?: components["schemas"]["LineOrNull"];
        };
        /** @description The invitees, and the text of the email. */
        InviteesToCheck: {
            /** @description Addresses to check. */
            invitees: components["schemas"]["Invitee"][];
            /** @description Subject of the email. Default: a standard subject. */
            title?: components["schemas"]["LineOrNull"];
            /** @description Personal message; line breaks are kept. */
            message?: string | null;
            /** @description Whether `mail` also contains the email as HTML. Default: `false`. */
            html?: boolean | null;
        };
        /** @description A line of text, or null. */
        LineOrNull: string | null;
        /** @description The link to rotate. */
        LinkRotation: {
            /**
             * @description The link to replace: shared, public view, recipient's view or invitation link.
             * @enum {string}
             */
            link: "shared" | "public_view" | "recipient" | "invitation";
            /** @description ID of the recipient, if `link` is `recipient`. */
            recipient_id?: components["schemas"]["RecipientId"] | null;
            /** @description ID of the invitation, if `link` is `invitation`. */
            invite_id?: components["schemas"]["InviteId"] | null;
        };
        /** @description Language tag (BCP 47). */
        Locale: string;
        /** @description The new role. */
        MemberChange: {
            /**
             * @description `owner`, or `member`, who manages cards, groups and webhooks.
             * @enum {string}
             */
            role: "owner" | "member";
        };
        /** @description The person to invite. */
        NewAccountMember: {
            /**
             * Format: email
             * @description Email address.
             */
            email: string;
            /** @description `owner`, or `member`, who manages cards, groups and webhooks. Default: `member`. */
            role?: ("owner" | "member") | null;
        };
        /** @description Music for the card. The server downloads it only if the operator allows that. */
        NewAudioFile: {
            /** @description Display name. */
            name?: components["schemas"]["LineOrNull"];
            /** @description URL of the audio file. */
            url?: components["schemas"]["Url"] | null;
        };
        /** @description The cards to create, and their common values. */
        NewBatch: {
            /** @description Name of the sender, as shown on the card. */
            sender: components["schemas"]["RequiredLine"];
            /** @description The cards to create. */
            cards: components["schemas"]["BatchCard"][];
            /** @description IANA time zone. */
            timezone?: string | null;
            locale?: components["schemas"]["Locale"] | null;
        };
        /** @description The card to create. */
        NewCard: {
            /** @description Title of the card. */
            title: components["schemas"]["RequiredLine"];
            /** @description Name of the sender, as shown on the card. */
            sender: components["schemas"]["RequiredLine"];
            /** @description Template of the card, from `GET /api/templates`. */
            template_id: components["schemas"]["TemplateId"];
            collection: components["schemas"]["NewCollection"];
            /** @description Bundle purchase from which the card is taken. Default: the first available purchase. */
            bundle_purchase_id?: components["schemas"]["BundlePurchaseId"] | null;
            /** @description Name of the first recipient. */
            recipient?: components["schemas"]["LineOrNull"];
            /** @description Email address of the first recipient. */
            recipient_email?: components["schemas"]["Email"] | null;
            /** @description Recipients of the card. */
            recipients?: components["schemas"]["NewRecipient"][] | null;
            audio_file?: components["schemas"]["NewAudioFile"] | null;
            /**
             * Format: int32
             * @description 0 group; 1 personal (one sender, no shared link); 2 self (the recipient is the sender). Default: `0`.
             */
            card_type?: number | null;
            /** @description Whether invitees who have not signed are reminded. Default: `false`. */
            auto_reminders?: boolean | null;
            /** @description Whether the finished card has a public view link. Default: `false`. */
            public_read?: boolean | null;
            /** @description When contributing ends. A date is the end of that day; a time without offset is in `timezone`. */
            contribution_end_date?: components["schemas"]["EndDate"] | null;
            /**
             * Format: int32
             * @description Maximum number of contributions; 0 for no limit.
             */
            contribution_limit?: number | null;
            /** @description URL of a logo. It is shown once the server has copied it to the media store. */
            custom_logo?: string | null;
            /** @description Effect that plays when the card is opened. Default: the template's effect. */
            custom_effect?: components["schemas"]["Effect"] | null;
            /** @description Your own data, stored unchanged and visible only to the owner. */
            extra_data?: string | null;
            /** @description Name of a palette of the template. Default: its first palette. */
            palette?: string | null;
            /** @description Text on the cover, line by line. A line that is only a number is large in some designs. */
            cover_text?: string[] | null;
            /** @description When notes are reviewed: never (`off`), or before (`pre`) or after (`post`) they are published. Default: `off`. */
            moderation?: ("off" | "pre" | "post") | null;
            /** @description Who can read published notes before the card is closed: everyone with a signing link (`everyone`), those who have signed (`signed`), or only admins and the owner (`nobody`). Default: `signed`. */
            see_notes?: ("everyone" | "signed" | "nobody") | null;
            /** @description IANA time zone. */
            timezone?: string | null;
            locale?: components["schemas"]["Locale"] | null;
            /** @description Whether the card has a shared signing link. Personal cards never have one. */
            shared_link?: boolean | null;
            /** @description Your own identifier for the card, unique within your account. */
            external_id?: components["schemas"]["LineOrNull"];
            /** @description Email address for replies to the card's emails. Without it, they state that replies aren't read. */
            reply_to?: components["schemas"]["Email"] | null;
            /** @description Emails to organisers about the open card: none, one for `each` event (or for several within 5 minutes), or a `daily` digest at 09:00 in the card's time zone. They go to active admins and to the member who created the card, or to the owners. For a card created by a program, they are sent only if this is set. */
            organiser_mail?: ("none" | "each" | "daily") | null;
        };
        /** @description The person to add. Without `privilege`, all privileges are false. */
        NewCardAdmin: {
            /** @description ID of the card. */
            card_id: components["schemas"]["CardId"];
            /** @description Email address. */
            email: components["schemas"]["Email"];
            /** @description Name of the person. */
            name?: components["schemas"]["LineOrNull"];
            privilege?: components["schemas"]["PrivilegeInput"] | null;
        };
        /** @description Collection settings of a new card; `{}` creates a card without money. */
        NewCollection: {
            /** @description Who can add money. Default: `nobody`. */
            add_money?: components["schemas"]["Audience"] | null;
            /** @description Who can see the total. Default: `admins`. */
            see_total?: components["schemas"]["Audience"] | null;
            /** @description Who can see who gave money. Default: `contributors`. */
            see_contributors?: components["schemas"]["Audience"] | null;
            /** @description Whether cash can be pledged. Cash is handed over outside the service. Default: `false`. */
            add_cash?: boolean | null;
            /** @description Whether only holders of an invitation link can pledge cash. Default: `false`. */
            restrict_cash?: boolean | null;
            /** @description ISO 4217 currency code. */
            currency?: components["schemas"]["Currency"] | null;
            /**
             * Format: int32
             * @description Who can see the names on notes: 0 everyone, 1 contributors and the recipient, 2 the recipient and admins, 3 admins. Default: `0`.
             */
            see_contributor_names?: number | null;
            /** @description Suggested amounts, in minor units. */
            suggested_amounts?: number[] | null;
            /**
             * Format: int64
             * @description Smallest amount of a gift, in minor units.
             */
            min_amount?: number | null;
            /**
             * Format: int64
             * @description Largest amount of a gift, in minor units.
             */
            max_amount?: number | null;
            /**
             * Format: int64
             * @description Amount to collect, in minor units.
             */
            goal_amount?: number | null;
        };
        /** @description A contribution: a note, money or both, and its author. */
        NewContribution: {
            /** @description Name of the contributor. Required unless `anonymous`, which hides it. */
            name?: string | null;
            note?: components["schemas"]["NewNote"] | null;
            money?: components["schemas"]["NewGift"] | null;
            /** @description Whether to hide the author from everyone, including the owner. Default: `false`. */
            anonymous?: boolean | null;
        };
        /** @description The account to create. */
        NewCustomer: {
            /** @description Name of the account. */
            name: components["schemas"]["RequiredLine"];
            /** @description Two-letter code of the country (ISO 3166-1). */
            country?: string | null;
            /** @description Currency of new cards; null is USD. */
            currency?: string | null;
            /** @description Time zone of new cards; null is UTC. */
            timezone?: string | null;
            /** @description Language of new cards and of emails to owners (BCP 47); null is `en`. */
            locale?: string | null;
            /** @description Your own identifier for the customer, unique among your customers. */
            external_id?: components["schemas"]["LineOrNull"];
            /** @description `platform`: also your cards, once the customer's are used up. Default: `own`. */
            cards_from?: ("own" | "platform") | null;
            /** @description Email address of a person at the customer, who is invited as its owner. */
            owner_email?: components["schemas"]["Email"] | null;
        };
        /** @description The complete list of stated fees, which replaces the previous list. An empty list removes all fees. */
        NewFees: {
            /** @description One fee for each currency. */
            fees: components["schemas"]["StatedFeeInput"][];
        };
        /** @description Money to contribute. */
        NewGift: {
            /**
             * Format: int64
             * @description Amount in minor units of the currency.
             */
            amount: number;
            /** @description ISO 4217 code of the card's currency. */
            currency: components["schemas"]["Currency"];
            /** @description `online` is paid at `checkout_url`; `cash` is pledged and handed over outside the service. Default: `online`. */
            method?: ("online" | "cash") | null;
            /** @description Whether only the owner can see the amount. It still counts toward the total. Default: `false`. */
            hide_amount?: boolean | null;
            /** @description https URL that the payer returns to from the payment page, whatever the result. Its origin must be listed for the account by the operator. Default: a page of this service. */
            return_url?: components["schemas"]["Url"] | null;
            /** @description Email address for confirmations of this payment: paid, failed or refunded. It is used for nothing else, never returned, and erased with the contribution. */
            receipt_email?: components["schemas"]["Email"] | null;
            /** @description Whether to raise the amount by the expected fee of the provider, so that `amount` remains after the fee. Possible for online money if the account has stated the provider's fees, or earlier payments of different amounts determine them. Default: `false`. */
            cover_fee?: boolean | null;
        };
        /** @description The group to create. */
        NewGroup: {
            /** @description Name of the group, unique within your account. */
            name: components["schemas"]["RequiredLine"];
            /** @description Your own identifier for the group, unique within your account. */
            external_id?: components["schemas"]["LineOrNull"];
            /** @description `people`: each member gets an invitation; `channel`: a chat channel gets one shared link; `team`: the members are the people of the account whose `teams` name it. Default: `people`. */
            kind?: ("people" | "channel" | "team") | null;
            /** @description Incoming webhook URL of a Slack or Teams channel, for groups with `kind` `channel`. It is a secret and is returned masked. Sending the masked URL changes nothing. */
            webhook_url?: string | null;
            /** @description Members of the group. */
            members?: components["schemas"]["NewMember"][] | null;
        };
        /** @description The handover to record: its method, amount, note and URL. */
        NewHandover: {
            /** @description How the recipient got the money. */
            method: components["schemas"]["HandoverMethod"];
            /**
             * Format: int64
             * @description Amount in minor units of the card's currency, at most `collected`.
             */
            amount: number;
            /** @description Note shown to contributors and the recipient. */
            note?: components["schemas"]["TextOrNull"];
            /** @description https URL of the gift, such as a voucher. Only the recipient's page and the owner's record show it. */
            url?: components["schemas"]["Url"] | null;
        };
        /** @description The invitees and the message. Either all invitees are invited or none. */
        NewInvitations: {
            /** @description ID of the card. */
            card_id: components["schemas"]["CardId"];
            /** @description Addresses to invite. */
            invitees: components["schemas"]["Invitee"][];
            /** @description Subject of the email. Default: a standard subject. */
            title?: components["schemas"]["LineOrNull"];
            /** @description Personal message; line breaks are kept. */
            message?: string | null;
            /** @description When to remind invitees who have not signed; `auto` follows the card's `auto_reminders`. Default: `auto`. */
            reminder?: components["schemas"]["InvitationReminder"] | null;
            /** @description Whether to send messages. If false, share the returned `link` yourself. Default: `true`. */
            send?: boolean | null;
        };
        /** @description The picture for the logo. */
        NewLogo: {
            /** @description A PNG, JPEG or WebP file in base64 (RFC 4648 section 4). The type is detected. */
            content: string;
        };
        /** @description A file for a note: `content` of a photo, GIF, video or recording, or `strokes` of a drawing. */
        NewMedia: {
            /** @description Kind of file. A photo that is animated becomes a `gif`. */
            kind: components["schemas"]["NewMediaKind"];
            /** @description The file in base64 (RFC 4648 section 4). The file type is detected from it. */
            content?: string | null;
            /** @description Strokes of a drawing, in order. */
            strokes?: components["schemas"]["Stroke"][] | null;
            /** @description Text alternative for people who cannot see the picture. */
            description?: string | null;
            /** @description Transcript of a recording. */
            transcript?: string | null;
        };
        /** @enum {string} */
        NewMediaKind: "photo" | "gif" | "video" | "drawing" | "voice";
        /** @description A member of a group. An email or phone number is required; the email is preferred. */
        NewMember: {
            /** @description Name. */
            name?: components["schemas"]["LineOrNull"];
            /** @description Email address. */
            email?: components["schemas"]["Email"] | null;
            /** @description Phone number, preferably with a country code. */
            phone?: string | null;
        };
        /** @description The text of a note, its style, and who can read it. */
        NewNote: {
            /** @description Text of the note; line breaks are kept. Required unless there is `media`. Default: ``. */
            text?: string | null;
            /** @description Language tag (BCP 47) of the text. If absent, it is derived from the script and the card. */
            lang?: components["schemas"]["Locale"] | null;
            /** @description Handwriting font. Default: `kalam`. */
            pen?: components["schemas"]["NotePen"] | null;
            /** @description Colour of the text. Default: `navy`. */
            ink?: components["schemas"]["NoteInk"] | null;
            /** @description Colour of the paper. Default: `cream`. */
            paper?: components["schemas"]["NotePaper"] | null;
            /** @description Who can read the note; `recipient`: only the recipients, its author, the owner and admins. Default: `everyone`. */
            visibility?: ("everyone" | "recipient") | null;
            /** @description IDs of up to four photos and GIFs or one video, one drawing and one recording. Photos and GIFs are shown in this order. If absent, the media stay unchanged; an empty list removes them. */
            media?: string[] | null;
        };
        /** @description The person to create or update. Absent fields of a known person stay unchanged, null clears a field. */
        NewPerson: {
            /** @description Name of the person. */
            name: components["schemas"]["RequiredLine"];
            /** @description Email address, unique within your account. */
            email?: components["schemas"]["Email"] | null;
            /** @description Phone number, preferably with a country code. */
            phone?: string | null;
            /** @description Language tag (BCP 47). */
            locale?: string | null;
            /** @description Time zone of the person (IANA), such as `Europe/Berlin`. */
            timezone?: string | null;
            /** @description Your own identifier for the person, unique within your account. */
            external_id?: components["schemas"]["LineOrNull"];
            /** @description Manager: the `external_id`, email address or ID of another person. Returned as an ID. */
            manager?: components["schemas"]["LineOrNull"];
            /** @description Teams of the person. */
            teams?: string[] | null;
            dates?: components["schemas"]["PersonDatesChange"] | null;
            /**
             * @description `left`: no longer with the company.
             * @enum {string}
             */
            status?: "active" | "left";
            /** @description Whether the company celebrates the person's dates. */
            celebrate?: boolean;
        };
        /** @description The new privileges. A missing privilege is false. */
        NewPrivilege: {
            privilege: components["schemas"]["PrivilegeInput"];
        };
        /** @description The provider and its secrets, which are stored encrypted and never returned. */
        NewProvider: {
            /**
             * @description The sandbox uses only test money and is not available in production.
             * @enum {string}
             */
            provider: "stripe" | "mollie" | "sandbox";
            /** @description Stripe secret key, or restricted key that may read the account, read events, read payment intents, read charges and refunds, read balance transactions, read Checkout Sessions, write Checkout Sessions, write charges and refunds; or a Mollie API key. */
            secret_key?: string | null;
            /** @description Signing secret of the Stripe webhook endpoint at `callback_url`; the guide to money lists its events. Without it, callbacks are ignored, and events are polled every 30 seconds. */
            webhook_secret?: string | null;
        };
        /** @description The bundle to buy, and the currency of the payment. */
        NewPurchase: {
            /** @description ID of the bundle. */
            bundle_id: components["schemas"]["RequiredLine"];
            /** @description ISO 4217 code of a currency in which the bundle is sold. Default: the account's currency. */
            currency?: components["schemas"]["Currency"] | null;
            /** @description https URL that the payer returns to from the payment page, whatever the result. Its origin must be listed for the account by the operator. Default: a page of this service. */
            return_url?: components["schemas"]["Url"] | null;
        };
        /** @description A recipient of the card; all fields are optional. */
        NewRecipient: {
            /** @description Name. */
            name?: components["schemas"]["LineOrNull"];
            /** @description Email address. */
            email?: components["schemas"]["Email"] | null;
            /** @description Phone number, preferably with a country code. */
            phone?: string | null;
            locale?: components["schemas"]["Locale"] | null;
            /** @description Your own identifier for the person. */
            external_id?: components["schemas"]["LineOrNull"];
        };
        /** @description The amount to refund. */
        NewRefund: {
            /**
             * Format: int64
             * @description Amount in minor units of the currency. Default: the refundable amount.
             */
            amount?: number | null;
        };
        /** @description The restricted key to create. */
        NewRestrictedKey: {
            /** @description Name of the key, for people. */
            name: string;
            /** @description What the key permits. Each operation names its scope; one that names none needs the key pair. No scope includes another. */
            scopes: components["schemas"]["RestrictedKeyScope"][];
            /** @description Networks in which the key and its tokens are valid. Default: every network. */
            networks?: string[] | null;
            /** @description Time when the key and its tokens end. Default: never. */
            expires_at?: string | null;
        };
        /** @description The rule to create. */
        NewRule: {
            /**
             * @description `birthday`; `anniversary` of the first day at work; `welcome` on the first day at work; or `date`, a custom date of the person.
             * @enum {string}
             */
            occasion: "birthday" | "anniversary" | "welcome" | "date";
            /** @description Templates of the cards, used in turn: a person never has the same one in two successive years if there are others. */
            template_ids: string[];
            /** @description Title of the cards. `{name}` is replaced by the name of the person, and `{years}` by the years of service, for `anniversary`. */
            title: components["schemas"]["RequiredLine"];
            /** @description Name of the sender, as shown on the cards. */
            sender: components["schemas"]["RequiredLine"];
            /**
             * Format: int32
             * @description Maximum number of cards that open in the same calendar month.
             */
            max_cards_a_month: number;
            /** @description Name of the custom date, for `date`. */
            date_name?: string | null;
            /** @description Teams whose people get cards. Default: everybody. */
            team_ids?: string[] | null;
            /** @description Years of service that get a card, for `anniversary`. Default: every year. */
            years?: number[] | null;
            /** @description Message to the invitees, with the same placeholders as `title`. Line breaks are kept. */
            message?: string | null;
            /**
             * Format: int32
             * @description Number of working days by which the card opens before it closes. Default: `5`.
             */
            opens_days_before?: number | null;
            /**
             * Format: int32
             * @description Hour of the day at which the card closes, in the time zone of the person. Default: `9`.
             */
            closes_hour?: number | null;
            /** @description When the card closes if the date is on a weekend or a holiday of the account: on the working day `before` or `after` it, on the `nearest`, or on the date itself (`keep`). Default: `before`. */
            days_off?: ("before" | "after" | "nearest" | "keep") | null;
            /** @description When 29 February is celebrated in years that do not have it. Default: `february_28`. */
            leap_day?: ("february_28" | "march_1") | null;
            /** @description Who is invited to sign: everybody in a team of the person, the person's manager and everybody with the same manager, a saved group, or nobody. Default: `team`. */
            invites?: ("team" | "manager_and_peers" | "group" | "nobody") | null;
            /** @description ID of the group to invite, for `group`. */
            group_id?: components["schemas"]["GroupId"] | null;
            /** @description ID of the member of the account to whom mail about the cards goes. Default: you. If they leave, the owners get the mail, as they do about a card for the organiser. */
            organiser_id?: string | null;
            /** @description Whether mail about a card goes to the manager of the person instead, if the manager is a member of the account. Default: `false`. */
            manager_organises?: boolean | null;
            /** @description Bundle purchases to take cards from first, in this order: of the account, or of its platform if the account may use them. Once none of them has cards, and by default, cards are taken from the first available purchase. */
            bundle_purchase_ids?: string[] | null;
            collection?: components["schemas"]["NewCollection"] | null;
        };
        /** @description The webhook endpoint to create. */
        NewWebhookEndpoint: {
            /** @description Public https URL that receives the events. */
            url: components["schemas"]["Url"];
            /** @description Your own description of the endpoint. */
            description?: components["schemas"]["TextOrNull"];
            /** @description Event types to receive. Default: all types, including future ones. */
            event_types?: components["schemas"]["Type"][] | null;
            /** @description `thin`: only IDs of the event and card; `full`: also the event's data. Default: `thin`. */
            payload?: ("thin" | "full") | null;
            /** @description Whether full payloads include the name and address of the person concerned. Default: `false`. */
            personal_data?: boolean | null;
        };
        /** @enum {string} */
        NoteInk: "berry" | "charcoal" | "green" | "navy" | "plum" | "rust";
        /** @enum {string} */
        NotePaper: "blush" | "butter" | "cream" | "lilac" | "mint" | "sky";
        /** @enum {string} */
        NotePen: "caveat" | "courier" | "gochi" | "kalam" | "patrick" | "reenie" | "shadows";
        /** @description A date with a name that you choose. It recurs every year. */
        OwnDateInput: {
            /** @description Name of the date, such as `name_day`. */
            name: string;
            /** @description The date, such as `2020-05-01`, or `--05-01` without a year. */
            date: string;
        };
        /** @description The complete list of people, or part of it with `keep_others`. */
        PeopleList: {
            /** @description All current people. */
            people: components["schemas"]["NewPerson"][];
            /** @description Whether people who are not listed stay unchanged. If false, they have left. Default: `false`. */
            keep_others?: boolean | null;
            /** @description Whether more than a tenth of the active people may be marked as left. Default: `false`. */
            allow_leavers?: boolean | null;
            /** @description Whether new people get an email with a link to their own page, where they can decline cards. Send false if you congratulated these people before; this is refused more than 30 days after your first people were added. Default: `true`. */
            notify?: boolean | null;
            /** @description Digest of the changes that a dry run showed. If the list would now make other changes, nothing is saved. */
            digest?: string | null;
        };
        /** @description Changes to a person. Absent fields stay unchanged, null clears a field. */
        PersonChange: {
            /** @description Name of the person. */
            name?: components["schemas"]["RequiredLine"];
            /** @description Email address, unique within your account. */
            email?: components["schemas"]["Email"] | null;
            /** @description Phone number, preferably with a country code. */
            phone?: string | null;
            /** @description Language tag (BCP 47). */
            locale?: string | null;
            /** @description Time zone of the person (IANA), such as `Europe/Berlin`. */
            timezone?: string | null;
            /** @description Your own identifier for the person, unique within your account. */
            external_id?: components["schemas"]["LineOrNull"];
            /** @description Manager: the `external_id`, email address or ID of another person. Returned as an ID. */
            manager?: components["schemas"]["LineOrNull"];
            /** @description Teams of the person. */
            teams?: string[] | null;
            dates?: components["schemas"]["PersonDatesChange"] | null;
            /**
             * @description `left`: no longer with the company.
             * @enum {string}
             */
            status?: "active" | "left";
            /** @description Whether the company celebrates the person's dates. */
            celebrate?: boolean;
        };
        /** @description Changes to the dates of a person. Absent dates stay unchanged, null clears one. */
        PersonDatesChange: {
            /** @description Day and month of birth, such as `--03-14`. A year is never stored. */
            birthday?: string | null;
            /** @description First day at work, such as `2020-05-01`. */
            started_on?: string | null;
            /** @description Dates with custom names. */
            own?: components["schemas"]["OwnDateInput"][] | null;
        };
        /** @description ID of the person. */
        PersonId: string;
        /** @description The access that the platform has. */
        PlatformChange: {
            /**
             * @description Access of the platform.
             * @enum {string}
             */
            access: "full" | "none";
        };
        /** @description Whose view of the card to preview. */
        PreviewRequest: {
            /** @description Whose view to show: `everyone` has the public view link, `contributor` has signed, `recipient` has a view link, `admin` is an admin of the card. Default: `recipient`. */
            as?: ("everyone" | "contributor" | "recipient" | "admin") | null;
        };
        /** @description The privileges of an admin on one card. */
        PrivilegeInput: {
            /** @description Edit, close and reopen the card, moderate notes, confirm cash. Default: `false`. */
            can_update?: boolean | null;
            /** @description Send, list, resend and revoke invitations. An invitation to a recipient's address is `suppressed` without a reason, as for any suppressed address. An admin can thereby confirm a guess of this address. Default: `false`. */
            invite_contributors?: boolean | null;
            /** @description List, add, replace and remove card admins. Default: `false`. */
            admin_management?: boolean | null;
        };
        /** @description ID of the recipient. */
        RecipientId: string;
        /** @description The start of the recovery. */
        Recovery: {
            /**
             * Format: date-time
             * @description Start of the recovery. Events are kept for 90 days.
             */
            since: string;
        };
        /** @description The reason for the contributor. */
        Refusing: {
            /** @description Note for the contributor. */
            note?: components["schemas"]["TextOrNull"];
        };
        /** @description Whom to remind: everyone on the card who has not signed. */
        RemindAll: {
            /** @description Whether only to count invitees. Nothing is sent. Default: `false`. */
            preview?: boolean | null;
            /** @description Whether to skip invitees who were already sent a message about the card on this day (in the card's `timezone`), such as the invitation. Default: `false`. */
            skip_messaged_today?: boolean | null;
        };
        /** @description The new end; required if the previous end has passed. */
        Reopening: {
            /** @description When contributing ends. A date is the end of that day; a time without offset is in `timezone`. */
            contribution_end_date?: components["schemas"]["EndDate"] | null;
        };
        /** @description A line of text that is not blank. */
        RequiredLine: string;
        /** @description The invitation to resend. */
        Resend: {
            /** @description ID of the invitation. */
            invite_id: components["schemas"]["InviteId"];
        };
        /** @enum {string} */
        RestrictedKeyScope: "cards.read" | "cards.write" | "people.invite" | "people.read" | "people.write" | "money.read" | "money.write" | "events.read" | "account.read";
        /** @description Options for the rotation. */
        Rotation: {
            /**
             * Format: int32
             * @description Seconds for which the previous pair can still get tokens. 0 revokes it, its tokens and all restricted keys of the account immediately. Default: `86400`.
             */
            overlap_seconds?: number | null;
        };
        /**
         * @description Changes to a rule. Absent fields stay unchanged; null clears a field or restores its default.
         *
         *     Existing cards stay unchanged. The occasion of a rule cannot be changed: create another rule.
         */
        RuleChange: {
            /** @description Templates of the cards, used in turn: a person never has the same one in two successive years if there are others. */
            template_ids?: string[];
            /** @description Title of the cards. `{name}` is replaced by the name of the person, and `{years}` by the years of service, for `anniversary`. */
            title?: components["schemas"]["RequiredLine"];
            /** @description Name of the sender, as shown on the cards. */
            sender?: components["schemas"]["RequiredLine"];
            /**
             * Format: int32
             * @description Maximum number of cards that open in the same calendar month.
             */
            max_cards_a_month?: number;
            /** @description Teams whose people get cards. Default: everybody. */
            team_ids?: string[] | null;
            /** @description Years of service that get a card, for `anniversary`. Default: every year. */
            years?: number[] | null;
            /** @description Message to the invitees, with the same placeholders as `title`. Line breaks are kept. */
            message?: string | null;
            /**
             * Format: int32
             * @description Number of working days by which the card opens before it closes.
             */
            opens_days_before?: number | null;
            /**
             * Format: int32
             * @description Hour of the day at which the card closes, in the time zone of the person.
             */
            closes_hour?: number | null;
            /** @description When the card closes if the date is on a weekend or a holiday of the account: on the working day `before` or `after` it, on the `nearest`, or on the date itself (`keep`). */
            days_off?: ("before" | "after" | "nearest" | "keep") | null;
            /** @description When 29 February is celebrated in years that do not have it. */
            leap_day?: ("february_28" | "march_1") | null;
            /** @description Who is invited to sign: everybody in a team of the person, the person's manager and everybody with the same manager, a saved group, or nobody. */
            invites?: ("team" | "manager_and_peers" | "group" | "nobody") | null;
            /** @description ID of the group to invite, for `group`. */
            group_id?: components["schemas"]["GroupId"] | null;
            /** @description ID of the member of the account to whom mail about the cards goes. Default: you. If they leave, the owners get the mail, as they do about a card for the organiser. */
            organiser_id?: string | null;
            /** @description Whether mail about a card goes to the manager of the person instead, if the manager is a member of the account. */
            manager_organises?: boolean | null;
            /** @description Bundle purchases to take cards from first, in this order: of the account, or of its platform if the account may use them. Once none of them has cards, and by default, cards are taken from the first available purchase. */
            bundle_purchase_ids?: string[] | null;
            collection?: components["schemas"]["CollectionChange"] | null;
        };
        /** @description Options for the rotation. */
        SecretRotation: {
            /**
             * Format: int32
             * @description Seconds for which the previous secret is also used to sign; 0 ends it immediately. Default: `86400`.
             */
            overlap_seconds?: number | null;
        };
        /** @description The occasion, as `GET /api/occasions` returns it. */
        SkippedOccasion: {
            /** @description ID of the person. */
            person_id: components["schemas"]["PersonId"];
            /**
             * @description `birthday`; `anniversary` of the first day at work; `welcome` on the first day at work; or `date`, a custom date of the person.
             * @enum {string}
             */
            occasion: "birthday" | "anniversary" | "welcome" | "date";
            /**
             * Format: int32
             * @description Year of the date.
             */
            year: number;
            /** @description Name of the custom date, for `date`. */
            date_name?: string | null;
            /** @description Whether to skip the occasion; false undoes this. Default: `true`. */
            skip?: boolean | null;
        };
        /** @description The fee for payments in a currency, as agreed between the owner and the provider. */
        StatedFeeInput: {
            /** @description ISO 4217 code. */
            currency: components["schemas"]["Currency"];
            /**
             * Format: int32
             * @description Percentage of the amount, in hundredths of a percent.
             */
            basis_points: number;
            /**
             * Format: int32
             * @description Fixed part of each fee, in minor units of the currency.
             */
            fixed: number;
        };
        /** @description One stroke of the pen on a canvas of 1200 by 900 units. */
        Stroke: {
            /** @description Ink colour. Default: `navy`. */
            ink?: components["schemas"]["NoteInk"] | null;
            /**
             * Format: int32
             * @description Width of the pen. Default: `6`.
             */
            width?: number | null;
            /** @description Positions of the pen, in order. */
            points: number[][];
        };
        /** @description ID of the template. */
        TemplateId: string;
        /** @description Text with line breaks, or null. */
        TextOrNull: string | null;
        /** @enum {string} */
        Type: "bundle_purchase.active" | "bundle_purchase.created" | "bundle_purchase.exhausted" | "bundle_purchase.failed" | "bundle_purchase.low" | "bundle_purchase.refunded" | "card.archived" | "card.cancel_failed" | "card.cancelled" | "card.cancelling" | "card.closed" | "card.created" | "card.deleted" | "card.goal_reached" | "card.handed_over" | "card.link_rotated" | "card.reopened" | "card.thanked" | "card.updated" | "card.viewed" | "card_admin.added" | "card_admin.removed" | "card_admin.updated" | "contribution.created" | "contribution.deleted" | "contribution.hidden" | "contribution.paid" | "contribution.pledge_confirmed" | "contribution.pledge_dropped" | "contribution.pledged" | "contribution.published" | "contribution.rejected" | "contribution.reported" | "contribution.updated" | "credential.rotated" | "customer.left" | "erasure.completed" | "erasure.failed" | "export.completed" | "export.failed" | "invitation.bounced" | "invitation.corrected" | "invitation.created" | "invitation.declined" | "invitation.delivered" | "invitation.failed" | "invitation.reminded" | "invitation.resent" | "invitation.revoked" | "invitation.sent" | "invitation.suppressed" | "occasion.card_created" | "payment.cancelled" | "payment.dispute_closed" | "payment.disputed" | "payment.failed" | "payment.inquiry_opened" | "payment.mismatched" | "payment.processing" | "payment.refund_failed" | "payment.refunded" | "payment.succeeded" | "payment_provider.changed" | "person.created" | "person.deleted" | "person.left" | "person.updated" | "platform.left" | "refund_request.approved" | "refund_request.closed" | "refund_request.created" | "refund_request.refused" | "restricted_key.created" | "restricted_key.ended" | "webhook_endpoint.disabled" | "webhook_endpoint.test";
        /**
         * Format: uri
         * @description A URL.
         */
        Url: string;
        /** @description Changes to a webhook endpoint. Absent fields stay unchanged; null clears a field. */
        WebhookEndpointChange: {
            /** @description Public https URL that receives the events. */
            url?: components["schemas"]["Url"];
            /** @description Your own description of the endpoint. */
            description?: components["schemas"]["TextOrNull"];
            /** @description Event types to receive. Default: all types, including future ones. */
            event_types?: components["schemas"]["Type"][] | null;
            /** @description `thin`: only IDs of the event and card; `full`: also the event's data. */
            payload?: ("thin" | "full") | null;
            /** @description Whether full payloads include the name and address of the person concerned. */
            personal_data?: boolean | null;
            /** @description Whether the endpoint is disabled. Nothing is sent to a disabled endpoint. */
            disabled?: boolean | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AccountChange = components['schemas']['AccountChange'];
export type Advance = components['schemas']['Advance'];
export type Audience = components['schemas']['Audience'];
export type BatchCard = components['schemas']['BatchCard'];
export type BundlePurchaseId = components['schemas']['BundlePurchaseId'];
export type Cancelling = components['schemas']['Cancelling'];
export type CardChange = components['schemas']['CardChange'];
export type CardId = components['schemas']['CardId'];
export type ChangedOccasion = components['schemas']['ChangedOccasion'];
export type CollectionChange = components['schemas']['CollectionChange'];
export type Correction = components['schemas']['Correction'];
export type Currency = components['schemas']['Currency'];
export type CustomerChange = components['schemas']['CustomerChange'];
export type DataSubject = components['schemas']['DataSubject'];
export type Duplication = components['schemas']['Duplication'];
export type Effect = components['schemas']['Effect'];
export type Email = components['schemas']['Email'];
export type EndDate = components['schemas']['EndDate'];
export type ExportSubject = components['schemas']['ExportSubject'];
export type GroupChange = components['schemas']['GroupChange'];
export type GroupId = components['schemas']['GroupId'];
export type HandoverChange = components['schemas']['HandoverChange'];
export type HandoverMethod = components['schemas']['HandoverMethod'];
export type InvitationReminder = components['schemas']['InvitationReminder'];
export type InviteId = components['schemas']['InviteId'];
export type Invitee = components['schemas']['Invitee'];
export type InviteesToCheck = components['schemas']['InviteesToCheck'];
export type LineOrNull = components['schemas']['LineOrNull'];
export type LinkRotation = components['schemas']['LinkRotation'];
export type Locale = components['schemas']['Locale'];
export type MemberChange = components['schemas']['MemberChange'];
export type NewAccountMember = components['schemas']['NewAccountMember'];
export type NewAudioFile = components['schemas']['NewAudioFile'];
export type NewBatch = components['schemas']['NewBatch'];
export type NewCard = components['schemas']['NewCard'];
export type NewCardAdmin = components['schemas']['NewCardAdmin'];
export type NewCollection = components['schemas']['NewCollection'];
export type NewContribution = components['schemas']['NewContribution'];
export type NewCustomer = components['schemas']['NewCustomer'];
export type NewFees = components['schemas']['NewFees'];
export type NewGift = components['schemas']['NewGift'];
export type NewGroup = components['schemas']['NewGroup'];
export type NewHandover = components['schemas']['NewHandover'];
export type NewInvitations = components['schemas']['NewInvitations'];
export type NewLogo = components['schemas']['NewLogo'];
export type NewMedia = components['schemas']['NewMedia'];
export type NewMediaKind = components['schemas']['NewMediaKind'];
export type NewMember = components['schemas']['NewMember'];
export type NewNote = components['schemas']['NewNote'];
export type NewPerson = components['schemas']['NewPerson'];
export type NewPrivilege = components['schemas']['NewPrivilege'];
export type NewProvider = components['schemas']['NewProvider'];
export type NewPurchase = components['schemas']['NewPurchase'];
export type NewRecipient = components['schemas']['NewRecipient'];
export type NewRefund = components['schemas']['NewRefund'];
export type NewRestrictedKey = components['schemas']['NewRestrictedKey'];
export type NewRule = components['schemas']['NewRule'];
export type NewWebhookEndpoint = components['schemas']['NewWebhookEndpoint'];
export type NoteInk = components['schemas']['NoteInk'];
export type NotePaper = components['schemas']['NotePaper'];
export type NotePen = components['schemas']['NotePen'];
export type OwnDateInput = components['schemas']['OwnDateInput'];
export type PeopleList = components['schemas']['PeopleList'];
export type PersonChange = components['schemas']['PersonChange'];
export type PersonDatesChange = components['schemas']['PersonDatesChange'];
export type PersonId = components['schemas']['PersonId'];
export type PlatformChange = components['schemas']['PlatformChange'];
export type PreviewRequest = components['schemas']['PreviewRequest'];
export type PrivilegeInput = components['schemas']['PrivilegeInput'];
export type RecipientId = components['schemas']['RecipientId'];
export type Recovery = components['schemas']['Recovery'];
export type Refusing = components['schemas']['Refusing'];
export type RemindAll = components['schemas']['RemindAll'];
export type Reopening = components['schemas']['Reopening'];
export type RequiredLine = components['schemas']['RequiredLine'];
export type Resend = components['schemas']['Resend'];
export type RestrictedKeyScope = components['schemas']['RestrictedKeyScope'];
export type Rotation = components['schemas']['Rotation'];
export type RuleChange = components['schemas']['RuleChange'];
export type SecretRotation = components['schemas']['SecretRotation'];
export type SkippedOccasion = components['schemas']['SkippedOccasion'];
export type StatedFeeInput = components['schemas']['StatedFeeInput'];
export type Stroke = components['schemas']['Stroke'];
export type TemplateId = components['schemas']['TemplateId'];
export type TextOrNull = components['schemas']['TextOrNull'];
export type Type = components['schemas']['Type'];
export type Url = components['schemas']['Url'];
export type WebhookEndpointChange = components['schemas']['WebhookEndpointChange'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
