-- CreateTable
CREATE TABLE "Stone" (
    "id" SERIAL NOT NULL,
    "colour" TEXT NOT NULL,
    "grams" INTEGER NOT NULL,
    "price" DECIMAL(65,30) NOT NULL,
    "owner" TEXT,

    CONSTRAINT "Stone_pkey" PRIMARY KEY ("id")
);
