"""Exports of other programs, and tables that people write: text, people and problems, unused columns."""

from typing import Final

# fmt: off
EXPORTS: Final[list[tuple[str, list[str], list[str]]]] = [
    # Google Contacts until 2024, with several addresses in a cell.
    ("Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value\nAna Oz,Ana,Oz,* Home,ana@x.example,Mobile,+49 170 1234567\nBo Li,Bo,Li,* Work,bo@x.example ::: bo2@x.example,,",
     ["Ana Oz <ana@x.example> +49 170 1234567", "Bo Li <bo@x.example> also bo2@x.example"], []),
    # Google Contacts today.
    ("First Name,Middle Name,Last Name,Phonetic First Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value\nAna,Mia,Oz,,Acme,* myContacts,* Home,ana@x.example,Work,ana2@x.example,Mobile,+49 170 1234567\n,,,,Acme,* myContacts,,office@x.example,,,,",
     ["Ana Mia Oz <ana@x.example> +49 170 1234567 also ana2@x.example", "<office@x.example>"], ["Organization Name", "Labels"]),
    # Outlook in English, German and French.
    ('"Title","First Name","Middle Name","Last Name","Company","E-mail Address","E-mail Type","E-mail Display Name","E-mail 2 Address","Mobile Phone"\n"","Ana","","Oz","","ana@x.example","SMTP","Ana Oz (ana@x.example)","",""',
     ["Ana Oz <ana@x.example>"], []),
    ('"Anrede","Vorname","Weitere Vornamen","Nachname","Firma","E-Mail-Adresse","E-Mail-Typ","E-Mail: Angezeigter Name","E-Mail 2: Adresse","Mobiltelefon"\n"Frau","Ana","","Oz","Acme","ana@x.example","SMTP","Ana Oz","ana2@x.example","+49 170 1234567"',
     ["Ana Oz <ana@x.example> +49 170 1234567 also ana2@x.example"], ["Anrede", "Firma"]),
    ('"Titre";"Prénom";"Deuxième prénom";"Nom";"Société";"Adresse de messagerie";"Type de messagerie";"Nom complet de l\'adresse de messagerie";"Tél. mobile"\n"";"Ana";"";"Oz";"";"ana@x.example";"SMTP";"Ana Oz";"+33 6 12 34 56 78"',
     ["Ana Oz <ana@x.example> +33 6 12 34 56 78"], []),
    # Slack.
    ("username,email,status,billing-active,has-2fa,has-sso,userid,fullname,displayname,expiration-timestamp\nana,ana@x.example,Member,1,0,0,U1,Ana Oz,ana,",
     ["Ana Oz <ana@x.example>"], ["username", "status", "billing-active", "has-2fa", "has-sso", "userid"]),
    # Teams: the members of a team by PowerShell, and the report of a meeting.
    ('#TYPE Microsoft.TeamsCmdlets.PowerShell.Custom.GetTeamUser+GetTeamUserResponse\n"UserId","User","Name","Role"\n"1","ana@x.example","Ana Oz","owner"',
     ["Ana Oz <ana@x.example>"], ["UserId", "Role"]),
    ("1. Summary\nMeeting title\tAll hands\n\n2. Participants\nName\tFirst Join\tEmail\tParticipant ID (UPN)\tRole\nAna Oz\t1/1/27, 9:00\tana@x.example\tana@x.example\tOrganizer",
     ["Ana Oz <ana@x.example>", "no_address: 1. Summary", "no_address: Meeting title All hands", "no_address: 2. Participants"], ["First Join", "Role"]),
    # Entra, with a guest, and with a guest who has no address.
    ("userPrincipalName,displayName,surname,mail,givenName,id,userType\nana@acme.example,Ana Oz,Oz,,Ana,1,Member\nbo_x.example#EXT#@acme.onmicrosoft.com,Bo Li,Li,bo@x.example,Bo,2,Guest\ncy_x.example#EXT#@acme.onmicrosoft.com,Cy,,,,3,Guest",
     ["Ana Oz <ana@acme.example>", "Bo Li <bo@x.example>", "sign_in_name: cy_x.example#EXT#@acme.onmicrosoft.com,Cy,,,,3,Guest"], ["id", "userType"]),
    # Apple: vCard 3.0 with folded lines and groups, 4.0, and 2.1 of phones.
    ("BEGIN:VCARD\r\nVERSION:3.0\r\nPRODID:-//Apple Inc.//macOS 14.5//EN\r\nN:Oz;Ana;;;\r\nFN:Ana Oz\r\nitem1.EMAIL;type=INTERNET:home@x.example\r\nitem1.X-ABLabel:_$!<Home>!$_\r\nEMAIL;type=INTERNET;type=WORK;type=pref:ana@x.exa\r\n mple\r\nTEL;type=CELL;type=VOICE;type=pref:+49 170 1234567\r\nEND:VCARD\r\n",
     ["Ana Oz <ana@x.example> +49 170 1234567 also home@x.example"], []),
    ('BEGIN:VCARD\nVERSION:4.0\nN:Li;Bo;;;\nFN:Bo Li\\, Jr.\nEMAIL;PREF=2:bo2@x.example\nEMAIL;PREF=1:bo@x.example\nTEL;VALUE=uri;TYPE="cell,voice":tel:+49-170-1234567\nEND:VCARD\n',
     ["Bo Li, Jr. <bo@x.example> +49-170-1234567 also bo2@x.example"], []),
    ("BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=96z;=41na;;;\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=41na=20=C3=\n=96z\nEMAIL;HOME:ana@x.example\nEND:VCARD",
     ["Ana Öz <ana@x.example>"], []),
    ("BEGIN:VCARD\nVERSION:3.0\nN:Oz;Ana\nthis line is broken\nEMAIL:ana@x.example\nEND:VCARD\nBEGIN:VCARD\nVERSION:3.0\nFN:Nobody\nEND:VCARD\nBEGIN:VCARD\nFN:cy@x.example\nEMAIL:cy@x.example\n",
     ["Ana Oz <ana@x.example>", "<cy@x.example>", "no_address: Nobody"], []),
    ("Bo <bo@x.example>\nBEGIN:VCARD\nVERSION:3.0\nFN:Ana\nTEL:+49 170 1234567\nEND:VCARD\ncy@x.example",
     ["Bo <bo@x.example>", "Ana +49 170 1234567", "<cy@x.example>"], []),
    ("BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nEMAIL:ana@x.example\nana2@x.example\nNOTE:ask bo@x.example\nEND:VCARD",
     ["Ana <ana@x.example>", "not_email: ana2@x.example"], ["NOTE"]),
    ("BEGIN:VCARD\nVERSION:3.0\nFN:Leo\nEMAIL:leo@acme\nTEL:+49 170 1234567\nEND:VCARD", ["unreachable: Leo leo@acme"], []),
]
TABLES: Final[list[tuple[str, list[str], list[str]]]] = [
    ("email_address,full_name\nana@x.example,Ana Oz", ["Ana Oz <ana@x.example>"], []),
    ('name,note,email\n"Ana\nOz",hi,ana@x.example', ["Ana Oz <ana@x.example>"], ["note"]),
    ('email,name,address\nana@x.example,Ana,"1 Main Street\nTown"\nbo@x.example,Bo,x', ["Ana <ana@x.example>", "Bo <bo@x.example>"], ["address"]),
    ("sep=;\nName;E-Mail\nAna;ana@x.example", ["Ana <ana@x.example>"], []),
    ("sep=|\nName|E-Mail\nOz, Ana|ana@x.example", ["Oz, Ana <ana@x.example>"], []),
    ("\ufeffEmail\nana@x.org", ["<ana@x.org>"], []),
    ('\ufeff"sep=,"\n"Name","Email"\n"Ana","ana@x.example"', ["Ana <ana@x.example>"], []),
    ("Department,Work email,Full name\nSales,ana@x.example,Ana Oz", ["Ana Oz <ana@x.example>"], ["Department"]),
    ("Abteilung;Kontakt;Anschrift\nSales;Ana Oz;ana@x.example", ["Ana Oz <ana@x.example>"], ["Abteilung"]),
    ("Name;E-Mail (Pflichtfeld)\nAna;ana@x.example", ["Ana <ana@x.example>"], []),
    ("Vorname;Nachname;Abteilung;E-Mail\nAna;Weber;Küche;ana@x.org", ["Ana Weber <ana@x.org>"], ["Abteilung"]),
    ("Vorname;Name;E-Mail\nAna;Weber;ana@x.example", ["Ana Weber <ana@x.example>"], []),
    ("Prénom;Nom;Courriel\nAna;Oz;ana@x.example", ["Ana Oz <ana@x.example>"], []),
    ("givenName\tsurname\teMail\nAna\tOz\tana@x.example", ["Ana Oz <ana@x.example>"], []),
    ("الاسم,البريد الإلكتروني\nآنا,ana@x.org", ["آنا <ana@x.org>"], []),
    ("الاسم الأول;اسم العائلة;رقم الهاتف\nآنا;عز;+44 20 7946 0958", ["آنا عز +44 20 7946 0958"], []),
    ("name,phone\nAna,+44 20 7946 0958", ["Ana +44 20 7946 0958"], []),
    ("email,phone\n,+442079460958\nana@x.org,+442079460958", ["+442079460958", "<ana@x.org> +442079460958"], []),
    ("name,email\nAna,ana@x.example\nBo <bo@x.example>\nNobody,\n", ["Ana <ana@x.example>", "Bo <bo@x.example>", "no_address: Nobody,"], []),
    ("name,email\nAna,leo@acme", ["unreachable: Ana,leo@acme"], []),
    ("Name\tE-Mail\nAna Oz (ana@x.example)\tana@x.example\nBo (cy@x.example)\tbo@x.example", ["Ana Oz <ana@x.example>", "named_address: Bo (cy@x.example) bo@x.example"], []),
    ("name,email\nAna @ana,ana@x.example", ["Ana <ana@x.example> also @ana"], []),
    ("name,email,manager\nAna,ana@x.example,boss@x.example", ["Ana <ana@x.example>"], ["manager"]),
    ('name,email\nAna,"ana oz"@x.example\nBo,"""bo li""@x.example"', ['Ana <"ana oz"@x.example>', 'Bo <"bo li"@x.example>'], []),
    ('name,email\n"Oz, Ana",ana@x.example,extra', ["Oz, Ana <ana@x.example>"], ["3"]),
    ("name,email,,\nAna,ana@x.example,,", ["Ana <ana@x.example>"], []),
    ("name;email\nAna;Ana Oz <ana@x.example>", ["Ana <ana@x.example>"], []),
    ("email\nAna Oz <ana@x.example>", ["Ana Oz <ana@x.example>"], []),
    ("\n\nName | Email\n- Ana | ana@x.example", ["Ana <ana@x.example>"], []),
    ("Handy, ana@x.org\nMobil <b@x.org>", ["Handy <ana@x.org>", "Mobil <b@x.org>"], []),
    ("Name\nAna", ["no_address: Name", "no_address: Ana"], []),
]
# fmt: on
